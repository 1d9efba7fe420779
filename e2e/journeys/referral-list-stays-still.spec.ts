import type { CallOf } from '@careloop/contracts/endpoint';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { createReferral, listReferrals } from '@careloop/contracts/referrals';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import type { Locator, Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { followCalls } from '../support/calls.ts';
import { findPatient, findProvider } from '../support/organization.ts';
import { untilConnected } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

// A list with many pages while another user changes one of its rows: the change appears, nothing moves under the
// pointer, and each burst of events reads the loaded pages once.

const pageSize = 20;

/**
 * Sends this many referrals to a physician whose lists and queues no other journey uses; returns the ids, newest first.
 */
async function sendMany(page: Page, count: number): Promise<number[]> {
  const [patient, receiver, behalf] = [
    await findPatient(page, 'Baptiste'),
    await findProvider(page, 'Rosenberg'),
    await findProvider(page, 'Nguyen'),
  ];
  const { protocol } = await call(page.request, getReferralProtocol, {
    patientId: patient.patientId,
    healthcareProviderSpecialtyId: receiver.healthcareProviderSpecialtyId ?? 0,
  });
  const input: CallOf<typeof createReferral> = {
    protocol: protocol && {
      referralProtocolId: protocol.referralProtocolId,
      version: protocol.version,
      answers: { problem: 'Other' },
      missing: { a1c: 'Not asked for.' },
    },
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

/** Opens a list of referrals and loads this many rows of it. */
async function openList(page: Page, address: string, loaded: number): Promise<void> {
  const connected = untilConnected(page);
  const untilQuiet = followCalls(page);
  await page.goto(address);
  await connected;
  for (let count = pageSize; count <= loaded; count += pageSize) {
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

test('a referral changed elsewhere changes or leaves the list, and nothing moves under the pointer', async ({
  openAs,
}) => {
  test.slow();
  const reader = await openAs('coordinator');
  const receiver = await openAs('drrosenberg');
  const sent = await sendMany(reader, 28);
  const [selected = 0, other = 0] = sent;
  const deep = sent[25] ?? 0;
  await openList(reader, '/provider/Referrals', 2 * pageSize);
  const asked = watch(reader, referralLists);

  await test.step('far down', async () => {
    await decline(receiver, deep);
    await expect(rowOf(reader, deep)).toContainText('Declined');
    expect(takeReads(asked)).toBe(1);
    await expectAgreement(reader);
  });
  await test.step('a new referral waits above the list until it is requested', async () => {
    const before = await topOf(rowOf(reader, other));
    const [arrived = 0] = await sendMany(reader, 1);
    const showNew = reader.getByRole('button', { name: '1 new' });
    await expect(showNew).toBeVisible();
    expect(await topOf(rowOf(reader, other))).toBe(before);
    await showNew.click();
    await expect(rows(reader).first()).toHaveAttribute('data-key', String(arrived));
    expect(takeReads(asked)).toBe(1);
    await expectAgreement(reader);
  });
  await test.step('a referral that no longer matches the filters disappears, unless it is open', async () => {
    await openList(reader, `/provider/Referrals?status=pending&referralId=${selected}`, pageSize);
    asked.length = 0;
    for (const id of [selected, other]) {
      await decline(receiver, id);
      await expect(rowOf(reader, id)).toHaveCount(0);
    }
    await expect(reader.getByRole('region', { name: 'selected item' }).getByText('Declined').first()).toBeVisible();
    // One read per answer, and one because the shown answer is marked read; fewer if they follow each other closely.
    expect(takeReads(asked)).toBeLessThanOrEqual(3);
    await expectAgreement(reader, { status: 'pending' });
  });
});
