import { documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import { Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '../../../test/components.tsx';
import { patient, renderSignedIn } from '../../../test/signedIn.tsx';
import { DirectEmailChartsDialog } from './DirectEmailChartsDialog.tsx';
import { FaxChartsDialog } from './FaxChartsDialog.tsx';

const fax = [FaxChartsDialog, 'Fax', 'Fax Number', '617-555-0123'] as const;
const direct = [DirectEmailChartsDialog, 'Send', 'Direct Email', 'records@direct.example'] as const;

test.each([
  [[exportTexts.faxing], true, fax],
  [[exportTexts.faxing, exportTexts.notFaxed], false, fax],
  [[exportTexts.emailed], true, direct],
  [[exportTexts.emailed, exportTexts.notEmailed], false, direct],
])('%j is said if whether a service sends it is %s', async (words, hasService, [Sending, send, label, address]) => {
  const { user } = renderSignedIn(
    <>
      <Notifications />
      <Sending patientId={1} selected={[documentSelection(1)]} onClose={() => undefined} />
    </>,
    [],
    [],
    {
      ...patient,
      deliveryId: 7,
      hasService,
      members: [],
      documents: [],
      appointments: [],
      referrals: [],
      groupings: { visit: [], date: [], chartType: [] },
    },
  );
  const typed: Record<string, string> = {
    Recipient: 'Records Office',
    [label]: address,
    Sender: 'Renée',
    Organization: 'Bay',
  };
  for (const [name, value] of Object.entries(typed)) fill(await screen.findByRole('textbox', { name }), value);
  await user.click(screen.getByRole('button', { name: send }));
  await screen.findByText(words.at(-1) ?? '');
  const outcomes = [exportTexts.faxing, exportTexts.notFaxed, exportTexts.emailed, exportTexts.notEmailed];
  expect(outcomes.filter((text) => screen.queryByText(text) !== null)).toEqual(words);
});

const note = { patientDocumentId: 1, documentName: 'Note', documentTypeName: 'Note' };
test.each<[string, number | null, ChartSelection[]]>([
  ['2 pages', 2, [documentSelection(1)]],
  ['At least 1 page', null, [documentSelection(1)]],
  ['At least 3 pages', 2, [documentSelection(1), { associationType: 1, patientId: 1 }]],
])('a fax says that it has %s', async (words, documentPageCount, selected) => {
  renderSignedIn(<FaxChartsDialog patientId={1} selected={selected} onClose={() => undefined} />, [], [], {
    ...patient,
    members: [],
    documents: [{ ...note, documentPageCount }],
    appointments: [],
    referrals: [],
    groupings: { visit: [], date: [], chartType: [] },
  });
  expect(await screen.findByText(words)).toBeVisible();
});
