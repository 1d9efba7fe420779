import { WorkQueue } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { addReferralComment, cancelReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { listPatients } from '@careloop/contracts/patients';
import { createReferral, listReferrals } from '@careloop/contracts/referrals';
import { getContext } from '@careloop/contracts/session';
import { getWorkQueues, listWorkQueueItems } from '@careloop/contracts/work-queues';
import type { Locator, Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { followCalls } from '../support/calls.ts';
import { findPatient, findProvider, sendReferral } from '../support/organization.ts';
import { putBadLine, untilConnected } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

// A list with many pages while another user changes one of its rows: the change appears, nothing moves under the
// pointer, and each burst of events reads the loaded pages once.

const pageSize = 20;
const loaded = 2 * pageSize;

/**
 * Sends this many referrals to a physician whose lists and queues no other journey uses; returns the ids, newest first.
 */
async function sendMany(page: Page, count: number): Promise<number[]> {
  const [patient, receiver, behalf] = [
    await findPatient(page, 'Baptiste'),
    await findProvider(page, 'Rosenberg'),
    await findProvider(page, 'Nguyen'),
  ];
  const input: CallOf<typeof createReferral> = {
    patientId: patient.patientId,
    healthcareProviderId: receiver.healthcareProviderId,
    healthcareProviderAddressId: receiver.address?.addressId,
    referredByHealthcareProviderId: behalf.healthcareProviderId,
    referralReason: 'One of many.',
    urgencyDays: 30,
  };
  const ids: number[] = [];
  for (let sent = 0; sent < count; sent += 1) ids.unshift((await call(page.request, createReferral, input)).referralId);
  return ids;
}

/** Records the calls of an endpoint from now on. */
function watch(page: Page, path: RegExp): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (path.test(pathname)) asked.push(searchParams);
  });
  return asked;
}
const referralLists = /^\/api\/provider\/referrals$/;
/** Counts reads of a list from its top. Later pages, and pages loaded by scrolling, do not count. */
const readsOf = (asked: URLSearchParams[]) => asked.filter((search) => !search.has('cursor')).length;
/** Returns the number of reads and resets it. */
const takeReads = (asked: URLSearchParams[]) => readsOf(asked.splice(0));

const rows = (page: Page) => page.getByRole('listbox').getByRole('option');
const rowOf = (page: Page, id: number): Locator => page.getByRole('listbox').locator(`[data-key="${id}"]`);

async function keysOf(page: Page): Promise<number[]> {
  const html = await page.getByRole('listbox').innerHTML();
  return [...html.matchAll(/data-key="(\d+)"/g)].map(([, key]) => Number(key));
}

/** Opens a list of referrals and loads two pages of it. */
async function openList(page: Page, address: string): Promise<void> {
  const connected = untilConnected(page);
  const untilQuiet = followCalls(page);
  await page.goto(address);
  await connected;
  for (const count of [pageSize, loaded]) {
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count);
    if (count < loaded) await rows(page).last().scrollIntoViewIfNeeded();
  }
  await rows(page).first().scrollIntoViewIfNeeded();
  // Data read before the channel was connected is refetched.
  await untilQuiet();
}

/** Expects the loaded rows of the list to match the server. */
async function expectAgreement(page: Page, filters: CallOf<typeof listReferrals> = {}): Promise<void> {
  const shown = await keysOf(page);
  const kept: number[] = [];
  let cursor: string | undefined;
  while (kept.length < shown.length) {
    const answer = await call(page.request, listReferrals, { ...filters, cursor });
    kept.push(...answer.items.map(({ referralId }) => referralId));
    cursor = answer.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  expect(shown).toEqual(kept.slice(0, shown.length));
}

const decline = (page: Page, referralId: number) =>
  call(page.request, declineReferral, { referralId, version: 1, declineReason: 1 });

const topOf = async (row: Locator) => (await row.boundingBox())?.y;

test('a referral changed elsewhere changes in the list, and nothing moves under the pointer', async ({ openAs }) => {
  test.slow();
  const reader = await openAs('coordinator');
  const receiver = await openAs('drrosenberg');
  const sent = await sendMany(reader, 30);
  const [newest = 0, second = 0, third = 0] = sent;
  const deep = sent[25] ?? 0;
  await openList(reader, '/provider/Referrals');
  const asked = watch(reader, referralLists);
  const opened = watch(reader, /^\/api\/provider\/referrals\/info$/);

  await test.step('far down', async () => {
    await decline(receiver, deep);
    await expect(rowOf(reader, deep)).toContainText('Declined');
    expect(takeReads(asked)).toBe(1);
    // A different referral is open next to the list.
    expect(opened).toEqual([]);
    await expectAgreement(reader);
  });
  await test.step('several at once', async () => {
    await Promise.all([second, third].map((id) => decline(receiver, id)));
    for (const id of [second, third]) await expect(rowOf(reader, id)).toContainText('Declined');
    // One read covers both if the events follow each other closely.
    expect(takeReads(asked)).toBeLessThanOrEqual(2);
    await expectAgreement(reader);
  });
  await test.step('a comment is fetched with the open referral', async () => {
    await expect(rowOf(reader, newest)).toHaveAttribute('aria-selected', 'true');
    await call(receiver.request, addReferralComment, { referralId: newest, comment: 'Which leg is it?' });
    await expect(reader.getByText('Which leg is it?').first()).toBeVisible();
    expect(opened.splice(0)).toHaveLength(1);
    expect(takeReads(asked)).toBeLessThanOrEqual(1);
  });
  await test.step('a new referral waits above the list until it is requested', async () => {
    const before = await topOf(rowOf(reader, third));
    const [arrived = 0] = await sendMany(reader, 1);
    const showNew = reader.getByRole('button', { name: '1 new' });
    await expect(showNew).toBeVisible();
    expect(await topOf(rowOf(reader, third))).toBe(before);
    await showNew.click();
    await expect(rows(reader).first()).toHaveAttribute('data-key', String(arrived));
    expect(takeReads(asked)).toBe(1);
    await expectAgreement(reader);
  });
});

test('a referral that no longer matches the filters disappears, unless it is open', async ({ openAs }) => {
  test.slow();
  const reader = await openAs('coordinator');
  const receiver = await openAs('drrosenberg');
  const sent = await sendMany(reader, loaded + 5);
  const [, selected = 0, other = 0] = sent;
  await openList(reader, `/provider/Referrals?status=pending&referralId=${selected}`);
  const asked = watch(reader, referralLists);
  for (const id of [selected, other]) {
    await decline(receiver, id);
    await expect(rowOf(reader, id)).toHaveCount(0);
  }
  await expect(reader.getByRole('region', { name: 'selected item' }).getByText('Declined').first()).toBeVisible();
  // One read per answer, and one because the shown answer is marked read; fewer if they follow each other closely.
  expect(takeReads(asked)).toBeLessThanOrEqual(3);
  await expectAgreement(reader, { status: 'pending' });
  // The next page continues after the loaded ones.
  await rows(reader).last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows(reader).count()).toBeGreaterThan(loaded);
  await expectAgreement(reader, { status: 'pending' });
});

test('after a lost connection, the whole list is refetched', async ({ openAs }) => {
  test.slow();
  const reader = await openAs('coordinator');
  const receiver = await openAs('drrosenberg');
  const line = await putBadLine(reader);
  const sent = await sendMany(reader, 30);
  await openList(reader, '/provider/Referrals');
  line.lose(() => true);
  const missed = sent[25] ?? 0;
  await decline(receiver, missed);
  line.lose(() => false);
  const asked = watch(reader, referralLists);
  await line.cut();
  await expect(rowOf(reader, missed)).toContainText('Declined');
  expect(takeReads(asked)).toBe(1);
  await expectAgreement(reader);
});

test('a page of a queue updates only for its own items, with an exact count', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const reader = await openAs('drrosenberg');
  const workQueueId = WorkQueue.referralToProcess;
  const search = { workQueueId, page: 2, sortBy: 'createdAt', sortDirection: 'ASC' } as const;
  const open = async (more: string) => {
    const connected = untilConnected(reader);
    const untilQuiet = followCalls(reader);
    await reader.goto(`/provider/WorkQueues?${more}`);
    await connected;
    await expect(rows(reader).first().or(reader.getByText('Nothing is open in this queue'))).toBeVisible();
    await untilQuiet();
    asked.length = counted.length = 0;
  };
  const itemsOfPage = () => call(reader.request, listWorkQueueItems, search);
  const takeBackFirst = async () => {
    const { items } = await itemsOfPage();
    const { referralId = 0 } = items[0]?.referral ?? {};
    await call(sender.request, cancelReferral, { referralId, version: 1 });
    return items[0]?.workQueueEncounterId ?? 0;
  };
  await sendMany(sender, pageSize + 3);
  const asked = watch(reader, /^\/api\/provider\/workQueues\/\d+\/\d+$/);
  const counted = watch(reader, /^\/api\/provider\/workQueues\/info$/);

  await open(`workQueueId=${workQueueId}&page=2&sortBy=createdAt&sortDirection=ASC`);
  const gone = await takeBackFirst();
  await expect(rowOf(reader, gone)).toHaveCount(0);
  await expect.poll(() => [asked.length, counted.length]).toEqual([1, 1]);
  const { items, totalItemCount } = await itemsOfPage();
  await expect.poll(() => keysOf(reader)).toEqual(items.map((item) => item.workQueueEncounterId));
  await expect(reader.getByRole('status').filter({ hasText: `of ${totalItemCount}` })).toBeVisible();

  await open(`workQueueId=${WorkQueue.referralsDeclined}`);
  await takeBackFirst();
  const { openCount } = await call(reader.request, getWorkQueues, {});
  await expect(reader.getByRole('link', { name: /^Work Queues/i })).toContainText(String(openCount));
  await expect.poll(() => [asked.length, counted.length]).toEqual([0, 1]);
});

test('a patient’s row changes with their referrals', async ({ openAs }) => {
  const reader = await openAs('coordinator');
  const connected = untilConnected(reader);
  const untilQuiet = followCalls(reader);
  await reader.goto('/provider/Patients');
  await connected;
  const table = reader.getByRole('region', { name: 'Patients' });
  const rowsOfTable = table.locator('tbody tr');
  await expect(rowsOfTable.first()).toBeVisible();
  await rowsOfTable.last().scrollIntoViewIfNeeded();
  await expect.poll(() => rowsOfTable.count()).toBeGreaterThan(pageSize);
  const { patientId, firstName } = await findPatient(reader, 'Baptiste');
  const { items } = await call(reader.request, listPatients, { searchTerm: 'Baptiste' });
  const before = items.find((item) => item.patientId === patientId)?.openReferralCount ?? 0;
  const count = rowsOfTable.filter({ hasText: firstName }).getByRole('cell').last();
  await expect(count).toHaveText(String(before));
  await untilQuiet();

  const asked = watch(reader, /^\/api\/provider\/patients$/);
  await sendMany(reader, 1);
  await expect(count).toHaveText(String(before + 1));
  expect(takeReads(asked)).toBe(1);
});

test('the referrals of one patient, and of a person one acts for, are read the same way', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const receiver = await openAs('drrosenberg');
  const [{ patientId }, { user }, [sent = 0]] = [
    await findPatient(sender, 'Baptiste'),
    await call(office.request, getContext, {}),
    await sendMany(sender, 1),
  ];
  const proxied = user.usersToImpersonate[0]?.proxiedUserId ?? 0;
  const addresses = new Map([
    [sender, `/provider/Patient/${patientId}?section=referrals`],
    [office, `/provider/Referrals?onBehalfOfUserId=${proxied}`],
  ]);
  const asked = new Map<Page, URLSearchParams[]>();
  for (const [page, address] of addresses) {
    const connected = untilConnected(page);
    const untilQuiet = followCalls(page);
    await page.goto(address);
    await connected;
    await expect(rows(page).first()).toBeVisible();
    await untilQuiet();
    asked.set(page, watch(page, referralLists));
  }
  /** The owner of the referrals, once per read. */
  const readFor = (page: Page) =>
    (asked.get(page) ?? [])
      .filter((search) => !search.has('cursor'))
      .map((search) => Number(search.get('patientId') ?? search.get('onBehalfOfUserId')));

  await decline(receiver, sent);
  await expect(rowOf(sender, sent)).toContainText('Declined');
  expect(readFor(sender)).toEqual([patientId]);

  const { referralId } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Irregular pulse.',
  });
  await office.getByRole('button', { name: '1 new' }).click();
  await expect(rows(office).first()).toHaveAttribute('data-key', String(referralId));
  expect(readFor(office)).toEqual([proxied]);
  // An event about another patient causes no read where that patient is not shown.
  expect(readFor(sender)).toHaveLength(1);
  await call(sender.request, cancelReferral, { referralId, version: 1 });
});
