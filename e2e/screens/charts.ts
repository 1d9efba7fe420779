import { listPrimaryDocumentTypes, type uploadDocuments } from '@careloop/contracts/charts/upload';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { frontendVersion, frontendVersionHeader, idempotencyKeyHeader } from '@careloop/contracts/session';
import { dicomOf } from '@careloop/server/test/dicoms';

import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { inTurn, press, type Screen } from './screen.ts';

const reader = ['drpatel'] as const;
/** Roles on the care team of the patient whose records, one document per format, came from another practice. */
const team = ['coordinator'] as const;
const room = '/Patient/29/charts';

/** Opens a document in the reading room from its tree. */
function read(name: string): NonNullable<Screen['open']> {
  return async (page) => {
    await page.getByText('Date', { exact: true }).click();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('treeitem', { name }).click();
    await page.getByRole('article', { name }).or(page.getByRole('region', { name })).first().waitFor();
  };
}

const find: NonNullable<Screen['open']> = async (page) => {
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByRole('textbox', { name: 'Find in document' }).fill('MRN');
  await page.getByRole('search').getByText(/^1 of/).waitFor();
};

const sections: NonNullable<Screen['open']> = async (page) =>
  await page.getByRole('combobox', { name: 'Go to section' }).click();

/** The demo organization has no DICOM file, so this uploads one and opens it. */
const readDicom: NonNullable<Screen['open']> = async (page) => {
  const { documentTypes } = await call(page.request, listPrimaryDocumentTypes, {});
  const answer = await page.request.post(`${address()}/api/documents/upload`, {
    headers: {
      origin: address(),
      [frontendVersionHeader]: frontendVersion,
      [idempotencyKeyHeader]: crypto.randomUUID(),
    },
    multipart: {
      PatientId: '15',
      DocumentTypeId: String(documentTypes[0]?.documentTypeId),
      DateProvided: '2026-03-02',
      HIPAAReleaseOnFile: 'true',
      AllowDuplicate: 'true',
      file: { name: 'Chest CT.dcm', mimeType: 'application/dicom', buffer: dicomOf() },
    },
  });
  const { documents } = (await answer.json()) as OutputOf<typeof uploadDocuments>;
  await page.goto(`/provider/Patient/15/charts?patientDocumentId=${documents[0]?.patientDocumentId}`);
  await page.getByText('Tags', { exact: true }).waitFor();
};

export const chartScreens: readonly Screen[] = [
  { name: 'reading-room', path: room, roles: team },
  {
    name: 'reading-room-find',
    path: room,
    roles: team,
    open: inTurn(read('Records of Seaport Internal Medicine'), find),
  },
  {
    name: 'reading-room-sections',
    path: room,
    roles: team,
    open: inTurn(read('Continuity of care document'), sections),
  },
  { name: 'reading-room-fax', path: room, roles: team, open: read('Faxed release of records') },
  { name: 'reading-room-image', path: room, roles: team, open: read('ECG strip, lead II') },
  { name: 'reading-room-message', path: room, roles: team, open: read('Laboratory message, metabolic panel') },
  { name: 'reading-room-demographics', path: room, roles: team, open: read('Demographics') },
  { name: 'reading-room-dicom', path: '/Patient/15/charts', roles: reader, open: readDicom },
  {
    name: 'reading-room-tags',
    path: '/Patient/15/charts',
    roles: reader,
    open: inTurn(readDicom, async (page) => {
      await page.getByText('Tags', { exact: true }).click();
      await page.frameLocator('iframe').getByRole('table').first().waitFor();
    }),
  },
  { name: 'upload', path: '/Patient/15?section=documents', roles: reader, open: press('button', /upload/i) },
  {
    name: 'upload-files',
    path: '/Patient/15?section=documents',
    roles: reader,
    open: inTurn(press('button', /upload/i), async (page) => {
      const files = ['Discharge letter of the cardiology ward with medication plan.pdf', 'Wound.png', 'Table.xlsx'];
      const dialog = page.getByRole('dialog');
      await dialog
        .locator('input[type=file]')
        .setInputFiles(
          files.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(name) })),
        );
      await dialog.getByRole('list', { name: 'Chosen files' }).waitFor();
    }),
  },
];
