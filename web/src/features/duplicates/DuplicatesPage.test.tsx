import {
  duplicateTexts,
  getDuplicate,
  keepApart,
  listDuplicates,
  mergePatients,
  reopenDuplicate,
  undoMerge,
  type DuplicateDetail,
} from '@careloop/contracts/duplicates';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clickEnabled, fill } from '../../../test/components.tsx';
import { duplicate } from '../../../test/duplicates.ts';
import { renderScreen } from '../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { DuplicatesPage } from './DuplicatesPage.tsx';
import { duplicatesSearch } from './search.ts';

const route = { path: '/Duplicates/', validateSearch: duplicatesSearch, component: DuplicatesPage };
const decided = { decidedBy: 'Ames, Ada', decidedAt: '2026-01-03T15:00:00Z', version: 2 };

beforeEach(() => signIn({ permissions: ['ViewAllPatients', 'EditCareTeam'] }));

/** Opens the pair; decisions about it are stored. */
function open(search = '?patientDuplicateId=5', change: Partial<DuplicateDetail> = {}) {
  let stored: DuplicateDetail = { ...duplicate, ...change };
  const decide = (more: Partial<DuplicateDetail>) => {
    stored = { ...stored, ...more };
    return {};
  };
  const calls = serve(
    answer(listDuplicates, ({ status }) => ({ items: status === stored.status ? [stored] : [], nextCursor: null })),
    answer(getDuplicate, () => stored),
    answer(mergePatients, ({ survivingPatientId }) => {
      decide({ ...decided, status: 'merged', survivingPatientId: Number(survivingPatientId) });
      return { survivingPatientId: Number(survivingPatientId) };
    }),
    answer(keepApart, ({ reason }) => decide({ ...decided, status: 'kept_apart', decisionReason: String(reason) })),
    answer(reopenDuplicate, () => decide({ status: 'open' })),
    answer(undoMerge, () => decide({ status: 'open', survivingPatientId: null })),
  );
  return { calls, ...renderScreen(route, `/Duplicates/${search}`) };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('both records are compared, and what is different is marked', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Are these the same person?' })).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Comparison of the two records' }));
  expect(table.getByRole('row', { name: /^Born ?\(different\)/ })).toBeVisible();
  expect(table.getByRole('row', { name: /^SSN ends in 1234/ })).toBeVisible();
  expect(table.getByRole('row', { name: 'Encounters 2 7' })).toBeVisible();
  expect(table.queryByRole('row', { name: /^Email/ })).toBeNull();
});

test('what speaks for one person is shown fact by fact', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'How the two records compare' }));
  expect(table.getByRole('row', { name: 'First name Short form +5.5' })).toBeVisible();
  expect(table.getByRole('row', { name: 'Birth date Different \u22127' })).toBeVisible();
  expect(table.getByRole('row', { name: /^Total .* at least 16 points\. \+26$/ })).toBeVisible();
});

test('two records are merged into the one that is kept, with the versions that were compared', async () => {
  const { user, calls, history } = open();
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = await findDialog('Merge into one patient');
  expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await user.click(dialog.getByRole('radio', { name: 'OKAFOR, Grace' }));
  expect(dialog.getByText('OKAFOR, Gracie becomes part of OKAFOR, Grace')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(/The records were merged/)).toBeVisible();
  expect(inputsOf(calls, mergePatients)).toEqual([
    {
      patientDuplicateId: 5,
      version: 1,
      survivingPatientId: 1,
      versions: [
        { patientId: 1, version: 4 },
        { patientId: 2, version: 6 },
      ],
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(history.location.search).toBe('?status=merged&patientDuplicateId=5'));
  expect(await screen.findByText('Merged by Ames, Ada', { exact: false })).toBeVisible();
});

test('two people are kept apart with a reason, which later reviewers read', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Keep apart' }));
  const dialog = await findDialog('Keep these records apart?');
  expect(dialog.getByRole('button', { name: 'Keep apart' })).toBeDisabled();
  fill(dialog.getByRole('textbox', { name: /^Why are these two different people/ }), 'Two sisters');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Keep apart' }));
  expect(await screen.findByText('The records are kept apart.')).toBeVisible();
  const versions = duplicate.patients.map(({ patientId, version }) => ({ patientId, version }));
  expect(inputsOf(calls, keepApart)).toEqual([{ patientDuplicateId: 5, version: 1, reason: 'Two sisters', versions }]);
  await user.click(screen.getByRole('radio', { name: 'Kept apart' }));
  expect(await screen.findByRole('heading', { name: 'Two different people' })).toBeVisible();
  expect(screen.getByText('Two sisters')).toBeVisible();
});

test('a reason that is refused stays in its dialog', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Keep apart' }));
  const dialog = await findDialog('Keep these records apart?');
  const reason = dialog.getByRole('textbox', { name: /^Why are these two different people/ });
  fill(reason, 'Two sisters');
  serve(
    answer(getDuplicate, duplicate),
    answer(listDuplicates, { items: [duplicate], nextCursor: null }),
    answer(keepApart, () =>
      refusal('invalid_input', { validationErrors: { reason: duplicateTexts.whyApartUnkeepable } }),
    ),
  );
  await clickEnabled(user, dialog.getByRole('button', { name: 'Keep apart' }));
  expect(await dialog.findByText(duplicateTexts.whyApartUnkeepable)).toBeVisible();
  expect(reason).toHaveValue('Two sisters');
});

test.each([
  ['a merge is undone', 'merged', 'Undo merge', 'Undo this merge?', undoMerge, 'The merge was undone.'],
  [
    'two people are reviewed again',
    'kept_apart',
    'Review again',
    'Review this pair again?',
    reopenDuplicate,
    'open for review',
  ],
] as const)('%s after a question', async (_what, status, action, title, endpoint, done) => {
  const survivingPatientId = status === 'merged' ? 1 : null;
  const { user, calls } = open(`?status=${status}&patientDuplicateId=5`, { ...decided, status, survivingPatientId });
  await user.click(await screen.findByRole('button', { name: action }));
  const dialog = await findDialog(title);
  expect(inputsOf(calls, endpoint)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: action }));
  expect(await screen.findByText(done, { exact: false })).toBeVisible();
  expect(inputsOf(calls, endpoint)).toEqual([{ patientDuplicateId: 5, version: 2 }]);
});

test('a merge that can no longer be undone says why', async () => {
  const reason = 'A referral was sent since.';
  open('?status=merged&patientDuplicateId=5', {
    ...decided,
    status: 'merged',
    survivingPatientId: 1,
    can: { ...duplicate.can, undoMerge: reason },
  });
  expect((await screen.findAllByText(reason))[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo merge' })).toHaveAttribute('aria-disabled', 'true');
});

test.each([
  [
    '',
    'Records that may belong to the same person are listed here: they share a number but contradict each other, or they look alike.',
  ],
  ['?status=merged', 'No records are merged.'],
  ['?status=kept_apart', 'No pair was kept apart.'],
  ['?patientId=3', 'This patient has no such pair.'],
])('an empty list%s says what would be in it', async (search, text) => {
  serve(answer(listDuplicates, { items: [], nextCursor: null }));
  renderScreen(route, `/Duplicates/${search}`);
  expect(await screen.findByText(text)).toBeVisible();
});
