import {
  getManagedProtocol,
  listDocumentTypes,
  listManagedProtocols,
  listProtocolVersions,
  managedProtocolTexts,
  saveProtocol,
  type ManagedProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import { findSpecialties } from '@careloop/contracts/directory';
import { protocolContent, protocolTexts, type ProtocolQuestion } from '@careloop/contracts/referrals/protocols';
import { optionTexts } from '@careloop/contracts/tasks/templates';
import { questionnaireOf } from '@careloop/contracts/referrals/questionnaire';
import { questionnaireTexts } from '@careloop/contracts/referrals/readQuestionnaire';
import type { UserEvent } from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fill, leave, renderComponent } from '../../../../../test/components.tsx';
import { renderScreen } from '../../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../../test/server.ts';
import { signIn } from '../../../../../test/signedIn.tsx';
import { LookupsPage } from '../LookupsPage.tsx';
import { lookupsSearch } from '../search.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

const route = { path: '/Lookups', validateSearch: lookupsSearch, component: LookupsPage };
const types = [
  { documentTypeId: 4, documentName: 'Progress Note' },
  { documentTypeId: 9, documentName: 'Lab Results - Hemoglobin A1c' },
];
const content = protocolContent.parse({
  text: 'Send the last HbA1c.',
  questions: [
    { name: 'symptoms', label: 'Symptoms', type: 'text' },
    { name: 'onset', label: 'Since', type: 'date' },
  ],
  documents: [{ name: 'a1c', label: 'HbA1c', documentTypeIds: [9], withinMonths: 6, isRequired: true }],
});
const stored: ManagedProtocol = {
  id: 3,
  clientId: 1,
  name: 'Endocrine',
  healthcareProviderSpecialtyId: 2,
  specialtyName: 'Endocrinology',
  content,
  isArchived: false,
  version: 2,
};

beforeEach(() => signIn({ user: { clients: [{ clientId: 1, displayName: 'North' }] }, permissions: ['ManageSite'] }));

function openList(search = '', save: Parameters<typeof answer<typeof saveProtocol>>[1] = { id: 3, version: 3 }) {
  const calls = serve(
    answer(listManagedProtocols, { items: [stored], totalItemCount: 1, hasMore: false }),
    answer(getManagedProtocol, stored),
    answer(listDocumentTypes, { documentTypes: types }),
    answer(findSpecialties, { specialties: [{ healthcareProviderSpecialtyId: 2, name: 'Endocrinology' }] }),
    answer(listProtocolVersions, {
      items: [2, 1].map((version) => ({
        version,
        name: 'Endocrine',
        specialtyName: 'Endocrinology',
        content: version === 2 ? content : protocolContent.parse({ text: 'The first text' }),
        isArchived: false,
        savedByName: 'Ada Ng',
        savedAt: '2026-11-30T15:00:00Z',
      })),
    }),
    answer(saveProtocol, save),
  );
  return { calls, ...renderScreen(route, `/Lookups?tab=referralProtocols${search}`) };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function importFile(user: UserEvent, text: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled());
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File([text], 'intake.json', { type: 'application/json' }));
}

test('a protocol without specialty or content says so, and is saved once it has them', async () => {
  const { user, calls } = openList();
  expect(await screen.findByRole('row', { name: /Endocrine Endocrinology 2 1 2 Offered/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add referral protocol' }));
  const dialog = await findDialog('Add referral protocol');
  await user.click(dialog.getByRole('button', { name: 'Add referral protocol' }));
  expect(await dialog.findByText(managedProtocolTexts.specialtyRequired)).toBeVisible();
  expect(dialog.getByText(protocolTexts.empty)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Thyroid');
  await user.click(dialog.getByRole('combobox', { name: 'Specialty' }));
  await user.click(await screen.findByRole('option', { name: 'Endocrinology' }));
  fill(dialog.getByRole('textbox', { name: 'Text for the sender' }), 'Send the TSH.');
  await user.click(dialog.getByRole('button', { name: 'Add referral protocol' }));
  await waitFor(() => expect(inputsOf(calls, saveProtocol)).toHaveLength(1));
  expect(inputsOf(calls, saveProtocol)[0]).toMatchObject({
    clientId: 1,
    name: 'Thyroid',
    healthcareProviderSpecialtyId: 2,
    content: { text: 'Send the TSH.', questions: [], documents: [] },
  });
});

test('a specialty that has a protocol already leads to it, and the form stays', async () => {
  const { user } = openList('', () =>
    refusal('invalid_input', {
      validationErrors: { healthcareProviderSpecialtyId: managedProtocolTexts.specialtyTaken },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add referral protocol' }));
  const dialog = await findDialog('Add referral protocol');
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Thyroid');
  await user.click(dialog.getByRole('combobox', { name: 'Specialty' }));
  await user.click(await screen.findByRole('option', { name: 'Endocrinology' }));
  fill(dialog.getByRole('textbox', { name: 'Text for the sender' }), 'Send the TSH.');
  await user.click(dialog.getByRole('button', { name: 'Add referral protocol' }));
  const link = await dialog.findByRole('link', { name: 'Open “Endocrine” in a new tab' });
  expect(link).toHaveAttribute('href', expect.stringContaining('entryId=3'));
  expect(link).toHaveAttribute('target', '_blank');
});

test('a question keeps its name when its label changes; a choice needs options', async () => {
  const done = vi.fn<(question: ProtocolQuestion) => void>();
  const question = { name: 'weight', label: 'Weight', type: 'dropdown', isRequired: true, options: ['Low'] } as const;
  const user = renderComponent(
    <QuestionDialog
      question={{ ...question, options: [...question.options] }}
      taken={new Set(['weight'])}
      onClose={() => undefined}
      onDone={done}
    />,
  );
  const dialog = await findDialog('Edit question');
  fill(dialog.getByRole('textbox', { name: 'Question' }), 'Weight loss');
  const options = dialog.getByRole('textbox', { name: 'Options, one a line' });
  fill(options, '');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await dialog.findByText(optionTexts.required)).toBeVisible();
  fill(options, 'None\n\nSome');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(done).toHaveBeenCalledWith({ ...question, label: 'Weight loss', options: ['None', 'Some'] });
});

test('a Questionnaire fills the form and says what it left out; a file that is none says so', async () => {
  const { user, calls } = openList();
  await user.click(await screen.findByRole('button', { name: 'Add referral protocol' }));
  const dialog = await findDialog('Add referral protocol');
  await importFile(user, '{"resourceType":"Patient"}');
  expect(await dialog.findByText(questionnaireTexts.notQuestionnaire)).toBeVisible();

  const typeName = (id: number) => types.find((one) => one.documentTypeId === id)?.documentName ?? '';
  const exported = questionnaireOf({ name: 'Endocrine', specialtyName: 'Endocrinology', content }, typeName);
  const foreign = {
    ...exported,
    purpose: 'Intake',
    item: [...exported.item, { linkId: 'x', type: 'group', text: 'End' }],
  };
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'My own');
  await importFile(user, JSON.stringify(foreign));
  await user.click(await dialog.findByRole('button', { name: 'Undo import' }));
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('My own');
  expect(dialog.queryByText('Since')).toBeNull();
  expect(dialog.queryByRole('list', { name: 'What changed in the import' })).toBeNull();

  await importFile(user, JSON.stringify(foreign));
  const left = within(await dialog.findByRole('list', { name: 'What changed in the import' }));
  expect(left.getByText(/The group “End” is left out/)).toBeVisible();
  expect(left.getByText('Left out of the Questionnaire itself: purpose.')).toBeVisible();
  expect(inputsOf(calls, saveProtocol)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Add referral protocol' }));
  await waitFor(() => expect(inputsOf(calls, saveProtocol)).toHaveLength(1));
  expect(inputsOf(calls, saveProtocol)[0]).toMatchObject({
    name: 'Endocrine',
    healthcareProviderSpecialtyId: 2,
    content,
  });
});

test('an import shows no error of a field that nobody has filled yet, and removes those it corrects', async () => {
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: 'Add referral protocol' }));
  const dialog = await findDialog('Add referral protocol');
  const exported = questionnaireOf({ name: 'Endocrine', specialtyName: '', content }, () => '');
  await importFile(user, JSON.stringify(exported));
  expect(await dialog.findByText('Since')).toBeVisible();
  // The form has checked its fields by the time it shows the error of one that the user left.
  fill(dialog.getByRole('textbox', { name: 'Name' }), '');
  leave(dialog.getByRole('textbox', { name: 'Name' }));
  expect(await dialog.findByText(managedLookupTexts.nameRequired)).toBeVisible();
  expect(dialog.queryByText(managedProtocolTexts.specialtyRequired)).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Undo import' }));
  await user.click(dialog.getByRole('button', { name: 'Add referral protocol' }));
  expect(await dialog.findByText(protocolTexts.empty)).toBeVisible();
  await importFile(user, JSON.stringify(exported));
  await waitFor(() => expect(dialog.queryByText(protocolTexts.empty)).toBeNull());
  expect(dialog.getByText(managedProtocolTexts.specialtyRequired)).toBeVisible();
});

test('the form shows earlier versions, and that somebody saved another one meanwhile', async () => {
  const { user, calls } = openList('&entryId=3', () =>
    refusal('stale_version', {
      current: {
        changedByUserId: 2,
        changedBy: 'Ada Ng',
        changedAt: '2026-11-30T15:00:00Z',
        what: 'edited',
        version: 3,
      } as never,
    }),
  );
  const dialog = await findDialog('Endocrine');
  await user.click(dialog.getByRole('button', { name: 'History' }));
  const versions = within(await dialog.findByRole('list', { name: 'Versions' }));
  expect(versions.getByText(/Version 1 ·.*Ada Ng/)).toBeVisible();
  expect(versions.getByText(/The first text/)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Text for the sender' }), 'Send the last HbA1c and TSH.');
  await user.click(dialog.getByRole('button', { name: 'Move Since up' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputsOf(calls, saveProtocol)).toHaveLength(1));
  expect(inputsOf(calls, saveProtocol)[0]).toMatchObject({
    version: 2,
    content: { questions: [{ name: 'onset' }, { name: 'symptoms' }] },
  });
  expect(await dialog.findByText(/Ada Ng/, { selector: '[role=status] *, [role=alert] *' })).toBeVisible();
});
