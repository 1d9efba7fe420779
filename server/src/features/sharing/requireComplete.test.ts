import { chartAssociationType } from '@careloop/contracts/codes';
import { exportTexts, faxCharts, listSentDeliveries } from '@careloop/contracts/sharing/documentExport';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDocument, buildReferralParties } from '../../../test/factories.ts';
import { startFaxingApp } from '../../../test/faxingApp.ts';
import type { FaxingApp } from '../../../test/faxingApp.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { runSendPacket } from './sendPacket.ts';

let app: FaxingApp['app'];
let service: FaxingApp['service'];
let stop: FaxingApp['stop'];
beforeAll(async () => {
  ({ app, service, stop } = await startFaxingApp());
});
afterAll(() => stop());

interface StoredFile {
  content_type?: string;
  file_problem?: 'encrypted';
  byte_count?: number;
}

/** A patient with a note and other documents, their sender, and the fax that has them all. */
async function build(files: readonly StoredFile[], content = 'A note.') {
  const { patient, sender } = await buildReferralParties(app);
  const charts = [];
  const names: string[] = [];
  for (const file of [{}, ...files]) {
    const { patientDocumentId } = await buildDocument(app, patient, file === files[0] ? content : 'A note.');
    const { document_name } = await app.db
      .updateTable('patient_document')
      .set({ document_page_count: 1, ...file })
      .where('patient_document_id', '=', patientDocumentId)
      .returning('document_name')
      .executeTakeFirstOrThrow();
    charts.push({ associationType: chartAssociationType.table.document, patientDocumentId });
    names.push(document_name);
  }
  const fax = {
    patientId: patient.patientId,
    toName: 'Records Office',
    fromName: 'Nina Coordinator',
    fromOrganization: 'Lakeside Clinic',
    toFaxNumber: '(617) 555-0123',
    charts,
  };
  return { caller: await app.as(sender), fax, names };
}

const megabytes = (count: number) => count * 1024 * 1024;

test.each<[string, StoredFile]>([
  ['a password', { content_type: 'application/pdf', file_problem: 'encrypted' }],
  ['a format without pages', { content_type: 'application/zip' }],
  ['text above 2 MB', { byte_count: megabytes(3) }],
  ['a file above 80 MB', { content_type: 'application/pdf', byte_count: megabytes(81) }],
])('a document that cannot become pages is refused by name: %s', async (_why, file) => {
  const { caller, fax, names } = await build([file]);
  expect(await caller.fail(faxCharts, fax)).toMatchObject({
    validationErrors: { charts: exportTexts.noPages(names[1] ?? '') },
  });
});

test('documents that are too large together are refused', async () => {
  const scan = { content_type: 'application/pdf', byte_count: megabytes(45) };
  const { caller, fax } = await build([scan, { ...scan }]);
  expect(await caller.fail(faxCharts, fax)).toMatchObject({
    validationErrors: { charts: exportTexts.tooLargeTogether },
  });
});

test.each([
  ['a PDF that cannot be read', { content_type: 'application/pdf' }, '%PDF-1.4 broken'],
  ['a clinical document that names a file elsewhere', { content_type: 'application/xml' }, elsewhere()],
  ['an RTF file that is cut off', { content_type: 'application/rtf' }, '{\\rtf1 Take 50 mg'],
  ['a text that is too long', {}, 'Pulse 62\n'.repeat(20_000)],
])('nothing is sent if composing shows that a document cannot be included: %s', async (_why, file, content) => {
  const { caller, fax, names } = await build([file], content);
  const { deliveryId } = await caller.ok(faxCharts, fax);
  const before = service.faxes.length;
  await runSendPacket(app.deps as unknown as WorkerDeps, { deliveryId }, { isLastAttempt: false });
  expect(service.faxes).toHaveLength(before);
  expect((await caller.ok(listSentDeliveries, { patientId: fax.patientId })).items).toMatchObject([
    { deliveryId, status: 'failed', pageCount: null, error: exportTexts.leftOut(names[1] ?? '') },
  ]);
});

function elsewhere(): string {
  const body = '<nonXMLBody><text><reference value="letter.pdf"/></text></nonXMLBody>';
  return `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Letter</title><component>${body}</component></ClinicalDocument>`;
}
