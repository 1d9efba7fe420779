import {
  clientLookupTexts,
  getManagedAffiliation,
  listManagedAffiliations,
  saveAffiliation,
  type AffiliationEntry,
} from '@careloop/contracts/administration/clientLookups';
import {
  listReferralReasonTemplates,
  saveReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import { listManagedTaskTemplates, saveTaskTemplate } from '@careloop/contracts/administration/taskTemplates';
import { formatTexts } from '@careloop/contracts/fields/formats';
import { referralTexts } from '@careloop/contracts/referrals';
import {
  archiveSpecialty,
  getSpecialty,
  listSpecialties,
  managedLookupTexts as texts,
  saveSpecialty,
  type LookupEntry,
} from '@careloop/contracts/administration/lookups';
import { installationTexts } from '@careloop/contracts/administration/installation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill } from '../../../../test/components.tsx';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { LookupsPage } from './LookupsPage.tsx';
import { lookupsSearch } from './search.ts';

const route = { path: '/Lookups', validateSearch: lookupsSearch, component: LookupsPage };
const clients = [
  { clientId: 1, displayName: 'North Clinic' },
  { clientId: 2, displayName: 'South Clinic' },
];
const specialty: LookupEntry = {
  id: 3,
  name: 'Cardiology',
  code: '207RC0000X',
  isPrimaryCare: false,
  isArchived: false,
  clientId: null,
  clientName: null,
  can: { save: true },
  version: 1,
};

beforeEach(() => signIn({ user: { clients }, permissions: ['ManageSite'] }));

/** The specialties, of which one is stored. */
function openSpecialties(search = '', change: Partial<LookupEntry> = {}) {
  let stored = { ...specialty, ...change };
  const calls = serve(
    answer(listSpecialties, { items: [stored], totalItemCount: 1, hasMore: false }),
    answer(getSpecialty, () => stored),
    answer(saveSpecialty, ({ id, name, version }) => {
      if (name === 'Neurology') return refusal('invalid_input', { validationErrors: { name: texts.nameTaken } });
      if (id !== undefined && version !== stored.version) return refusal('stale_version');
      return { id: 9, version: 1 };
    }),
    answer(archiveSpecialty, ({ isArchived }) => {
      stored = { ...stored, isArchived: isArchived === true, version: stored.version + 1 };
      return { version: stored.version };
    }),
  );
  return { calls, ...renderScreen(route, `/Lookups${search}`) };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('an entry is added; a name that is taken is said at the field', async () => {
  const { user, calls } = openSpecialties();
  expect(await screen.findByRole('row', { name: /Cardiology.*207RC0000X.*Offered/ })).toBeVisible();
  expect(screen.getByText('1 specialty')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add specialty' }));
  const dialog = await findDialog('Add specialty');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.click(dialog.getByRole('button', { name: 'Add specialty' }));
  expect(await dialog.findByText(texts.nameRequired)).toBeVisible();
  fill(name, 'Neurology');
  await user.click(dialog.getByRole('button', { name: 'Add specialty' }));
  expect(await dialog.findByText(texts.nameTaken)).toBeVisible();
  fill(name, 'Aerospace Medicine');
  await user.click(dialog.getByRole('button', { name: 'Add specialty' }));
  expect(await screen.findByText(texts.saved)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf(calls, saveSpecialty).at(-1)).toEqual({ name: 'Aerospace Medicine', code: null, clientId: 1 });
});

test.each([
  [false, 'Archive', texts.archived],
  [true, 'Restore', texts.restored],
])('an entry opened by its name is archived or restored (archived: %s)', async (isArchived, action, done) => {
  const { user, calls, history } = openSpecialties('', { isArchived });
  await user.click(await screen.findByRole('link', { name: 'Cardiology' }));
  const dialog = await findDialog('Cardiology');
  expect(history.location.search).toBe('?entryId=3');
  await user.click(dialog.getByRole('button', { name: action }));
  expect(await screen.findByText(done)).toBeVisible();
  await waitFor(() => expect(history.location.search).toBe(''));
  expect(inputsOf(calls, archiveSpecialty)).toEqual([{ id: 3, isArchived: !isArchived, version: 1 }]);
});

test('search and state are in the address', async () => {
  const { user, calls, history } = openSpecialties();
  await user.type(await screen.findByRole('searchbox', { name: 'Find specialty' }), 'card{Enter}');
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Archived' }));
  await waitFor(() => expect(history.location.search).toBe('?searchTerm=card&state=archived'));
  await waitFor(() =>
    expect(inputsOf(calls, listSpecialties).at(-1)).toMatchObject({ searchTerm: 'card', state: 'archived' }),
  );
});

const affiliation: AffiliationEntry = {
  id: 6,
  clientId: 2,
  name: 'Community',
  providerCount: 3,
  isArchived: false,
  version: 1,
  isPreferred: false,
  enforcePreferred: true,
  warningMessage: 'Not in the preferred network',
  position: 2,
};

test('the affiliations of another client are edited, with their own rules', async () => {
  const calls = serve(
    answer(listManagedAffiliations, ({ clientId }) => {
      const items = clientId === '2' ? [affiliation] : [];
      return { items, totalItemCount: items.length, hasMore: false };
    }),
    answer(getManagedAffiliation, affiliation),
    answer(saveAffiliation, { id: 6, version: 2 }),
  );
  const { user } = renderScreen(route, '/Lookups?tab=affiliations');
  expect(await screen.findByText('No affiliations yet')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Client' }));
  await user.click(await screen.findByRole('option', { name: 'South Clinic' }));
  expect(await screen.findByRole('row', { name: /Community.*Not in the preferred network/ })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Community' }));
  const dialog = await findDialog('Community');
  expect(dialog.getByRole('checkbox', { name: 'Ask for a reason' })).toBeChecked();
  await user.click(dialog.getByRole('checkbox', { name: 'Preferred' }));
  expect(dialog.queryByRole('checkbox', { name: 'Ask for a reason' })).toBeNull();
  fill(dialog.getByRole('textbox', { name: 'Order' }), '1000');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(clientLookupTexts.position)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Order' }), '');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(texts.saved)).toBeVisible();
  expect(inputsOf(calls, saveAffiliation)).toEqual([
    {
      id: 6,
      clientId: 2,
      version: 1,
      name: 'Community',
      isPreferred: true,
      enforcePreferred: true,
      warningMessage: 'Not in the preferred network',
      position: null,
    },
  ]);
});

test('an entry for all clients is added and changed only by those who may; others add one for their client', async () => {
  const reason = installationTexts.shared;
  const { user, calls } = openSpecialties('', { can: { save: reason } });
  expect(await screen.findByText('All clients')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Cardiology' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cardiology' }));
  expect(dialog.getByText(reason)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Add specialty' }));
  const added = within(await screen.findByRole('dialog', { name: 'Add specialty' }));
  fill(added.getByRole('textbox', { name: 'Name' }), 'Sports Medicine');
  await user.click(added.getByRole('button', { name: 'Add specialty' }));
  await waitFor(() => expect(inputsOf(calls, saveSpecialty)).toMatchObject([{ clientId: 1 }]));
});

test('a referral reason is a name and a text, for the chosen client', async () => {
  const item = { id: 5, clientId: 2, name: 'Chest pain', reason: 'Pain on exertion', isArchived: false, version: 1 };
  const calls = serve(
    answer(listReferralReasonTemplates, { items: [item], totalItemCount: 1, hasMore: false }),
    answer(saveReferralReasonTemplate, { id: 6, version: 1 }),
  );
  const { user } = renderScreen(route, '/Lookups?tab=referralReasons&clientId=2');
  expect(await screen.findByRole('row', { name: /Chest pain.*Pain on exertion.*Offered/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add referral reason' }));
  const dialog = await findDialog('Add referral reason');
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Palpitations');
  await user.click(dialog.getByRole('button', { name: 'Add referral reason' }));
  expect(await dialog.findByText(referralTexts.reasonRequired)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Text' }), 'Palpitations at night');
  await user.click(dialog.getByRole('button', { name: 'Add referral reason' }));
  expect(await screen.findByText(texts.saved)).toBeVisible();
  expect(inputsOf(calls, saveReferralReasonTemplate)).toEqual([
    { name: 'Palpitations', reason: 'Palpitations at night', clientId: 2 },
  ]);
});

test('a task template is imported from pasted JSON, whose problems are named by their path', async () => {
  const calls = serve(
    answer(listManagedTaskTemplates, { items: [], totalItemCount: 0, hasMore: false }),
    answer(saveTaskTemplate, ({ name }) =>
      name === 'Taken'
        ? refusal('invalid_input', { validationErrors: { name: texts.nameTaken } })
        : { id: 6, version: 1 },
    ),
  );
  const { user } = renderScreen(route, '/Lookups?tab=taskTemplates&clientId=1');
  await user.click(await screen.findByRole('button', { name: 'Add task template' }));
  const dialog = await findDialog('Add task template');
  const add = () => user.click(dialog.getByRole('button', { name: 'Add task template' }));
  const json = dialog.getByRole('textbox', { name: 'Template' });
  fill(json, '{"name": "Transport"');
  await add();
  expect(await dialog.findByText(formatTexts.json)).toBeVisible();
  fill(json, '{"name": "Transport", "due": 2, "fields": [{"name": "x", "label": "", "type": "date"}]}');
  await add();
  expect(await dialog.findByText(/due: a template has no such field/)).toHaveTextContent('fields.0.label:');
  fill(json, '{"name": "Taken"}');
  await add();
  expect(await dialog.findByText(texts.nameTaken)).toBeVisible();
  fill(json, '{"name": "Transport", "dueInDays": 2}');
  await add();
  expect(await screen.findByText(texts.saved)).toBeVisible();
  expect(inputsOf(calls, saveTaskTemplate).at(-1)).toEqual({
    clientId: 1,
    name: 'Transport',
    dueInDays: 2,
    fields: [],
    isActive: true,
  });
});
