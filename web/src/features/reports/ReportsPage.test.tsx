import { listClientLogos } from '@careloop/contracts/administration/clientLogo';
import {
  getReport,
  getReportFilters,
  listReportRows,
  reportTexts,
  type Report,
  type ReportBehind,
} from '@careloop/contracts/reports';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, leave } from '../../../test/components.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { renderScreen } from '../../../test/page.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { answer, inputsOf, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { reportsSearch } from './search.ts';

const route = { path: '/Reports', validateSearch: reportsSearch, component: ReportsPage };
const period = 'from=2026-01-01&to=2026-01-31';

const report: Report = {
  refreshedAt: '2026-02-01T15:00:00Z',
  total: { sent: 5, answered: 0, answerMedian: 0.5, answerP90: null, closeMedian: 72, closeP90: 30 },
  rows: [
    { key: '3', label: 'Cardiology', values: { sent: 4, answered: 0, answerMedian: 0.5 } },
    { key: null, label: 'Not stated', values: { sent: 1, answered: 0, answerMedian: null } },
  ],
  series: [
    { from: '2026-01-01', values: { sent: 2, answered: 0 } },
    { from: '2026-01-08', values: { sent: 3, answered: 0 } },
  ],
};

const behind: ReportBehind = {
  subject: 'referral',
  subjectId: 9,
  workQueueId: null,
  conversationKey: null,
  patient: queueItem.patient,
  about: 'Patel, Anjali',
  state: 'Pending',
  userName: null,
  at: '2026-01-02T15:00:00Z',
  hours: 3,
};
const hidden: ReportBehind = { ...behind, subjectId: null, patient: null, about: null, state: null, hours: null };

function open(search: string, answers: { report?: Report; rows?: ReportBehind[]; numPages?: number } = {}) {
  const rows = answers.rows ?? [behind, hidden];
  const calls = serve(
    answer(getReport, ({ from, to }) =>
      String(from) <= String(to)
        ? (answers.report ?? report)
        : refusal('invalid_input', { validationErrors: { from: reportTexts.backwards } }),
    ),
    answer(getReportFilters, {
      clients: [],
      facilities: [{ facilityId: 4, clientId: 1, name: 'Harbor Clinic' }],
      specialties: [],
    }),
    answer(listClientLogos, { items: [] }),
    answer(listReportRows, { items: rows, numPages: answers.numPages ?? 1, totalItemCount: rows.length }),
  );
  return { calls, ...renderScreen(route, `/Reports?${search}`) };
}

beforeEach(() => signIn({ permissions: ['Reports'] }));

test('a report shows its numbers by row and in total, and the series of its chart as a table', async () => {
  const { user } = open(period);
  const table = within(await screen.findByRole('region', { name: 'Volume and turnaround' }));
  const cells = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .slice(0, 4)
      .map((cell) => cell.textContent);
  expect(cells(/^Cardiology/)).toEqual(['4', '0', '30 min', '–']);
  expect(cells(/^Total/)).toEqual(['5', '0', '30 min', '–']);
  // A median of hours and a percentile of days would not be comparable.
  expect(table.getByText('3.0 days')).toBeVisible();
  expect(table.getByText('1.3 days')).toBeVisible();
  // Nothing is behind a zero and a missing value.
  expect(table.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '4',
    '30 min',
    '1',
    '5',
    '30 min',
    '3.0 days',
    '1.3 days',
  ]);
  await user.click(screen.getByText('Chart as a table'));
  const series = within(screen.getByRole('table', { name: 'Chart as a table' }));
  expect(series.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FromSentAnswered',
    '1/1/2620',
    '1/8/2630',
  ]);
  // The section appears only if the service is set up.
  expect(screen.queryByRole('tab', { name: 'Power BI' })).toBeNull();
});

test('a number opens the rows it counts, which are in the address, with a link to those the user may see', async () => {
  const { user, calls, history } = open(period);
  await user.click(await screen.findByRole('link', { name: '4 sent, Cardiology: show rows' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Referrals (2)' }));
  expect(dialog.getByText('Cardiology · Sent')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'OKAFOR, Grace' })).toHaveAttribute('href', '/Referrals?referralId=9');
  const other = within(dialog.getByRole('row', { name: /^A patient you cannot see/ }));
  expect(other.queryByRole('link')).toBeNull();
  expect(history.location.search).toContain('measure=sent&key=3');
  expect(inputsOf(calls, listReportRows).at(-1)).toMatchObject({ report: 'referrals', measure: 'sent', key: '3' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(history.location.search).toBe(`?${period}`));
});

test.each([
  [
    'queues',
    { ...behind, subject: 'queueItem', workQueueId: 22 },
    '/WorkQueues?workQueueId=22&workQueueEncounterId=9&status=3',
  ],
  ['consultations', { ...behind, subject: 'consultation' }, '/Consultations?careCoordinatorRequestId=9'],
  ['work', { ...behind, subject: 'task' }, '/Tasks?taskId=9'],
] as const)('a row of the report %s leads to what it counts', async (name, row, href) => {
  open(
    `${period}&report=${name}&measure=${name === 'work' ? 'tasksCompleted' : name === 'queues' ? 'entered' : 'sent'}`,
    {
      rows: [row],
    },
  );
  expect(await screen.findByRole('link', { name: 'OKAFOR, Grace' })).toHaveAttribute('href', href);
});

test('a row of the report on messages leads to the user’s own conversation only', async () => {
  const message = { ...hidden, subject: 'message' as const, userName: 'Ames, Ada' };
  open(`${period}&report=messages&measure=answered`, { rows: [{ ...message, conversationKey: 'c-1' }, message] });
  expect(await screen.findByRole('link', { name: 'Your conversation' })).toHaveAttribute(
    'href',
    '/Messages?conversationKey=c-1',
  );
  expect(screen.getByText("Other people's conversation")).toBeVisible();
});

test('many rows come in pages', async () => {
  const { user, history } = open(`${period}&measure=sent`, { numPages: 3 });
  const pager = within(await screen.findByRole('navigation', { name: 'Pages of referrals' }));
  await user.click(pager.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(history.location.search).toContain('page=2'));
});

test('filters are in the address, and a reversed period is refused at the field', async () => {
  const { user, calls, history } = open(period);
  await screen.findByRole('region', { name: 'Volume and turnaround' });
  await user.click(screen.getByRole('combobox', { name: 'Facility' }));
  await user.click(await screen.findByRole('option', { name: 'Harbor Clinic' }));
  await waitFor(() =>
    expect(inputsOf(calls, getReport).at(-1)).toMatchObject({ facilityId: '4', groupBy: 'specialty' }),
  );
  await user.click(screen.getByRole('combobox', { name: 'By' }));
  await user.click(await screen.findByRole('option', { name: 'Urgency' }));
  await waitFor(() => expect(inputsOf(calls, getReport).at(-1)).toMatchObject({ groupBy: 'urgency' }));
  const to = screen.getByRole('textbox', { name: /^End date/ });
  fill(to, '12/1/2025');
  leave(to);
  expect(await screen.findByText(reportTexts.backwards)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Volume and turnaround' })).toBeVisible();
  expect(history.location.search).not.toContain('to=2025-12-01');
});

test('another report is opened by its tab and saved as a file named after report and period', async () => {
  const declines = {
    ...report,
    total: { declined: 2 },
    rows: [{ key: '1', label: 'No openings', values: { declined: 2 } }],
  };
  const downloads = catchDownloads();
  const { user, history } = open(period, { report: declines });
  await user.click(await screen.findByRole('tab', { name: 'Decline reasons' }));
  await screen.findByRole('region', { name: 'Decline reasons' });
  expect(history.location.search).toContain('report=declines');
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  const [file] = downloads;
  expect(file?.name).toBe('declines-2026-01-01-2026-01-31.csv');
  expect(file?.bytes.size).toBeGreaterThan(20);
});

test.each([
  ['before the first refresh', { ...report, refreshedAt: null }, 'The numbers are being prepared'],
  ['without anything in the period', { ...report, rows: [] }, 'Nothing in this period'],
])('a report %s says so', async (_when, shown, title) => {
  open(period, { report: shown });
  expect(await screen.findByText(title)).toBeVisible();
});
