import { exportAudit, listAudit, type AuditEntry } from '@careloop/contracts/administration/audit';
import { findUsers } from '@careloop/contracts/directory/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { catchDownloads } from '../../../../test/downloads.ts';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { AuditPage } from './AuditPage.tsx';
import { auditSearch } from './search.ts';

const route = { path: '/Audit', validateSearch: auditSearch, component: AuditPage };
const ada = { userId: 2, fullName: 'Ames, Ada' };
const grace = { patientId: 1, fullName: 'OKAFOR, Grace' };
const entry: AuditEntry = {
  auditEventId: 1,
  at: '2026-01-02T15:00:00Z',
  kind: 'access',
  what: 'Patient record',
  outcome: 'denied',
  who: ada,
  forWhom: null,
  patient: grace,
  patientCount: 1,
  ip: '192.0.2.1',
};
const named = { who: ada, forWhom: null, patient: grace };

beforeEach(() => signIn({ permissions: ['ViewAuditLog'] }));

test('a name narrows the list to that person, who is named in the filter', async () => {
  const system = { ...entry, auditEventId: 2, who: null, what: 'Import' };
  const calls = serve(answer(listAudit, { items: [entry, system], nextCursor: null, searchedUntil: null, named }));
  const { user, history } = renderScreen(route, '/Audit');
  const row = within(await screen.findByRole('row', { name: /Patient record/ }));
  for (const text of ['Opened or searched', 'No access', '192.0.2.1']) expect(row.getByText(text)).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Import/ })).getByText('System')).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Ames, Ada' }));
  await waitFor(() => expect(history.location.search).toBe('?userId=2'));
  expect(await screen.findByRole('combobox', { name: 'Who' })).toHaveValue('Ames, Ada');
  await user.click((await screen.findAllByRole('button', { name: 'OKAFOR, Grace' }))[0] as HTMLElement);
  await waitFor(() => expect(inputsOf(calls, listAudit).at(-1)).toMatchObject({ userId: '2', patientId: '1' }));
});

test('an entry of a list says how many patients it showed', async () => {
  const list = { ...entry, auditEventId: 2, what: 'My patients', patient: null, patientCount: 25 };
  const ofGrace = { ...entry, auditEventId: 3, what: 'Referrals', patientCount: 12 };
  serve(answer(listAudit, { items: [list, ofGrace], nextCursor: null, searchedUntil: null, named }));
  renderScreen(route, '/Audit');
  expect(within(await screen.findByRole('row', { name: /My patients/ })).getByText('25 patients')).toBeVisible();
  expect(screen.getByRole('row', { name: /Referrals/ })).toHaveTextContent('OKAFOR, Grace and 11 others');
});

test('filters are in the address, and the exported file follows them', async () => {
  const downloads = catchDownloads();
  const calls = serve(
    answer(listAudit, { items: [entry], nextCursor: null, searchedUntil: null, named }),
    answer(findUsers, { items: [{ ...ada }] } as never),
    answer(exportAudit, () => new Response('At,Who\n', { headers: { 'content-type': 'text/csv' } }) as never),
  );
  const { user, history } = renderScreen(route, '/Audit?from=2026-01-01');
  await screen.findByRole('row', { name: /Patient record/ });
  for (const [filter, option] of [
    ['Kind', 'Opened or searched'],
    ['Outcome', 'No access'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: filter }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.type(screen.getByRole('combobox', { name: 'For whom' }), 'Ames');
  await user.click(await screen.findByRole('option', { name: 'Ames, Ada' }));
  await waitFor(() => expect(history.location.search).toBe('?from=2026-01-01&kind=access&outcome=denied&forUserId=2'));
  await screen.findByRole('row', { name: /Patient record/ });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(inputsOf(calls, exportAudit)).toMatchObject([
    { forUserId: '2', kind: 'access', outcome: 'denied', from: '2026-01-01' },
  ]);
});

test('a search that found nothing yet goes further back on request', async () => {
  const page = { searchedUntil: '2026-01-01T15:00:00Z', named };
  serve(
    answer(listAudit, ({ cursor }) =>
      cursor === undefined
        ? { ...page, items: [], nextCursor: 'older' }
        : { ...page, items: [entry], nextCursor: null },
    ),
  );
  const { user } = renderScreen(route, '/Audit?outcome=denied');
  expect(await screen.findByText('Nothing found so far')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByRole('row', { name: /Patient record/ })).toBeVisible();
});

test('an audit without matching entries says so', async () => {
  serve(answer(listAudit, { items: [], nextCursor: null, searchedUntil: null, named }));
  renderScreen(route, '/Audit?patientId=1');
  expect(await screen.findByText('No entries match these filters')).toBeVisible();
});
