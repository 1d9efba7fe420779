import {
  listSentDeliveries,
  openSentPacket,
  sendAgain,
  type SentDelivery,
} from '@careloop/contracts/sharing/documentExport';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { usePresented } from '../../../api/presentError.ts';
import { pagesOf } from '../../../api/query.ts';
import { SentDeliveries } from './SentDeliveries.tsx';

const patientId = 1;
const unknownFax: SentDelivery = {
  deliveryId: 7,
  channel: 'fax',
  recipientName: 'Records Office',
  recipientAddress: '+16175550123',
  subject: null,
  sentAt: '2026-11-20T15:00:00Z',
  sentByName: 'Renée Caldwell',
  sentForName: null,
  status: 'unknown',
  deliveredAt: null,
  chartCount: 1,
  chartPageCount: 1,
  areChartPagesCounted: true,
  pageCount: 2,
  attemptCount: 3,
  error: null,
  isFailureSeen: false,
  can: { sendAgain: true, markSeen: true },
};

/** Shows a list with one delivery. Returns the calls that the page makes. */
function show(item: SentDelivery) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const page = { items: [item], nextCursor: null };
  client.setQueryData<unknown>(pagesOf(listSentDeliveries, { patientId }).queryKey, {
    pages: [page],
    pageParams: [undefined],
  });
  const calls: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { method?: string; body?: string } = {}) => {
    if (init.method === 'POST') calls.push({ path: url, body: JSON.parse(init.body ?? 'null') });
    return Response.json({ wasSuccessful: true, ...(init.method === 'POST' ? { deliveryId: item.deliveryId } : page) });
  });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <SentDeliveries patientId={patientId} />
    </QueryClientProvider>,
  );
  return { user, calls };
}
afterEach(() => vi.unstubAllGlobals());

test('a fax that may have arrived is sent again only after a question', async () => {
  const { user, calls } = show(unknownFax);
  for (const answer of ['Cancel', 'Send again']) {
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    const question = within(await screen.findByRole('dialog', { name: 'Send this fax again?' }));
    question.getByText('It may already have arrived, so the recipient may get it twice.');
    expect(calls).toEqual([]);
    await user.click(question.getByRole('button', { name: answer }));
  }
  const body = { deliveryId: 7, attemptCount: 3 };
  await waitFor(() => expect(calls).toEqual([{ path: `/api${sendAgain.path}`, body }]));
});

test('a fax that could not be composed can be sent again', async () => {
  const { user, calls } = show({ ...unknownFax, status: 'failed', pageCount: null });
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(calls).toHaveLength(1));
});

test('with emergency access, its buttons give the reason', () => {
  const reason = 'Charts cannot be sent with emergency access.';
  show({ ...unknownFax, can: { sendAgain: reason, markSeen: reason } });
  for (const name of ['Send again', 'Mark as settled']) {
    const button = screen.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(reason);
  }
});

test('the pages of the charts are those of the dialog, and the pages of the fax are told apart from them', () => {
  show({ ...unknownFax, chartCount: 5, chartPageCount: 29, pageCount: 34 });
  expect(screen.getByText(/5 documents, 29 pages · PDF of 34 pages with cover/)).toBeVisible();
});

test.each([
  [null, /2 documents, at least 2 pages$/],
  [6, /2 documents · PDF of 6 pages with cover/],
])('charts that the portal writes have at least so many pages until the PDF is composed: %s', (pageCount, words) => {
  const length = { chartCount: 2, chartPageCount: 2, areChartPagesCounted: false, pageCount };
  show({ ...unknownFax, ...length, attemptCount: 1 });
  expect(screen.getByText(words)).toBeVisible();
});

test.each([
  [null, /2 documents, at least 2 pages$/],
  [6, /2 documents, 6 pages$/],
])('an export to an EMR tells its pages once it is composed: %s', (pageCount, words) => {
  const length = { chartCount: 2, chartPageCount: 2, areChartPagesCounted: false, pageCount };
  show({ ...unknownFax, channel: 'emr', ...length, attemptCount: 1 });
  expect(screen.getByText(words)).toBeVisible();
});

test.each([
  [true as const, 'It did not leave the portal: no service for faxes was set up.', 1],
  ['No service', 'It did not leave the portal: no service for faxes is set up.', 0],
])('a fax kept without a service can be sent once there is one: %s', (allowance, words, count) => {
  show({ ...unknownFax, status: 'kept', can: { sendAgain: allowance, markSeen: 'No' } });
  screen.getByText(words);
  expect(screen.queryAllByRole('button', { name: 'Send now' })).toHaveLength(count);
});

test.each([
  ['fax', 'Delivered'],
  ['direct', 'Sent'],
  ['emr', 'Delivered'],
] as const)('a %s that its service accepted reads "%s"', (channel, label) => {
  show({ ...unknownFax, channel, status: 'delivered' });
  expect(screen.getByText(label)).toBeVisible();
});

test.each([
  ['opens in a new tab', 206, 1, 0],
  ['is not opened if it fails, and says so', 503, 0, 1],
])('what was sent %s', async (_what, status, openedCount, closedCount) => {
  const { user } = show(unknownFax);
  vi.stubGlobal('fetch', async () =>
    status === 206
      ? new Response('%', { status, headers: { 'content-type': 'application/pdf' } })
      : Response.json({ wasSuccessful: false, message: 'Documents cannot be reached.' }, { status }),
  );
  const tab = { location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const failure = renderHook(() => usePresented()).result;
  await user.click(screen.getByRole('button', { name: 'Open what was sent' }));
  await waitFor(() => expect(tab.location.replace.mock.calls.length + tab.close.mock.calls.length).toBe(1));
  expect(tab.location.replace.mock.calls).toEqual(
    openedCount === 1 ? [[`/api${openSentPacket.path}?deliveryId=7`]] : [],
  );
  expect(tab.close).toHaveBeenCalledTimes(closedCount);
  await waitFor(() =>
    expect(failure.current?.prefix).toBe(closedCount === 1 ? 'What was sent was not opened.' : undefined),
  );
});
