import {
  getSupportRequest,
  listSupportRequests,
  resolveSupportRequest,
  type SupportRequest,
} from '@careloop/contracts/support';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clickEnabled, fill } from '../../../test/components.tsx';
import { renderScreen } from '../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { supportRequest } from '../../../test/supportRequests.ts';
import { supportRequestsSearch } from './search.ts';
import { SupportRequestsTab } from './SupportRequestsTab.tsx';

const path = '/Site/SupportRequests';
const route = { path, validateSearch: supportRequestsSearch, component: SupportRequestsTab };

beforeEach(() => signIn({ permissions: ['ManageSite'] }));

/** Opens the tab on requests, of which each resolved one leaves the open ones. */
function open(search: string, change: Partial<SupportRequest> = {}, numPages = 1) {
  let stored = { ...supportRequest, ...change };
  const calls = serve(
    answer(listSupportRequests, ({ status }) => {
      const items = status === undefined || status === stored.status ? [stored] : [];
      return { items, page: 1, numPages, totalItemCount: items.length };
    }),
    answer(getSupportRequest, () => stored),
    answer(resolveSupportRequest, ({ version, resolution }) => {
      if (version !== stored.version) return refusal('stale_version');
      const resolved = {
        status: 'resolved' as const,
        resolvedAt: '2026-01-03T15:00:00Z',
        resolvedByFullName: 'Ames, Ada',
      };
      stored = { ...stored, ...resolved, resolution: resolution as string, version: 2 };
      return { version: 2 };
    }),
  );
  return { calls, ...renderScreen(route, `${path}${search}`) };
}

test('an open request shows who needs what, and is resolved with an answer', async () => {
  const { user, calls } = open('?supportRequestId=12');
  const detail = within(await screen.findByRole('article'));
  for (const text of ['FE-t5x0zd', 'High impact', 'Nguyen, Linh', 'None given.', 'On its way.']) {
    expect(detail.getByText(text)).toBeVisible();
  }
  await user.click(detail.getByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve Support Request' }));
  expect(dialog.getByText(supportRequest.summary)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: /^How it was resolved/ }), 'The scanner was off.');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByText('Support request resolved')).toBeVisible();
  expect(await detail.findByText('Resolved by Ames, Ada')).toBeVisible();
  expect(detail.getByText('The scanner was off.')).toBeVisible();
  expect(detail.queryByRole('button', { name: 'Resolve' })).toBeNull();
  expect(inputsOf(calls, resolveSupportRequest)).toEqual([
    { supportRequestId: 12, version: 1, resolution: 'The scanner was off.' },
  ]);
});

test('a resolution that is refused stays in its dialog', async () => {
  const { user } = open('?supportRequestId=12', { version: 1 });
  const detail = within(await screen.findByRole('article'));
  await user.click(detail.getByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve Support Request' }));
  const resolution = dialog.getByRole('textbox', { name: /^How it was resolved/ });
  serve(
    answer(getSupportRequest, supportRequest),
    answer(listSupportRequests, { items: [], page: 1, numPages: 1, totalItemCount: 0 }),
    answer(resolveSupportRequest, () =>
      refusal('invalid_input', { validationErrors: { resolution: 'Resolution must be 1000 characters or less' } }),
    ),
  );
  fill(resolution, 'The scanner was off.');
  await clickEnabled(user, dialog.getByRole('button', { name: 'Resolve' }));
  expect(await dialog.findByText('Resolution must be 1000 characters or less')).toBeVisible();
  expect(resolution).toHaveValue('The scanner was off.');
});

test('each email of a request shows what became of it', async () => {
  const delivery = { recipientAddress: 'support@example.org', vendor: 'smtp' };
  open('?supportRequestId=12', {
    deliveries: [
      { ...delivery, deliveryId: 1, status: 'delivered' },
      { ...delivery, deliveryId: 2, status: 'failed' },
      { ...delivery, deliveryId: 3, status: 'delivered', vendor: 'outbox' },
    ],
  });
  const detail = within(await screen.findByRole('article'));
  for (const text of ['Sent', 'Failed', 'Not sent: no mail server is configured']) {
    expect(detail.getByText(text)).toBeVisible();
  }
});

test('the status is in the address, and a row shows the state of its request', async () => {
  const { user, history } = open('', { status: 'resolved', resolvedAt: '2026-01-03T15:00:00Z' });
  expect(await screen.findByText('No support request is open.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'All' }));
  const row = within(await screen.findByRole('option', { name: /Documents of the referral/ }));
  expect(row.getByText('Resolved')).toBeVisible();
  expect(row.getByText('Linh Nguyen · Bay Colony Health Partners')).toBeVisible();
  expect(history.location.search).toContain('status=all');
});

test('a page that no longer exists leads to the first one', async () => {
  const { user, history } = open('?page=3', { status: 'resolved' });
  await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
  expect(history.location.search).toBe('');
});
