import { getPatientInfo } from '@careloop/contracts/patients';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { followCalls } from '../support/calls.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

const opening = ['/provider/patients/can-access', '/patients/info', '/patients/overview'];

/** Paths of the calls a page makes from now on, in order. */
function recordCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push(pathname.slice('/api'.length));
  });
  return paths;
}

test('a patient opens with three parallel calls', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto('/provider/Patients');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(patient.mrn);
  const link = page.getByRole('region', { name: 'Patients' }).getByRole('link', { name: nameOf(patient) });
  const settled = followCalls(page);
  await expect(link).toBeVisible();
  await settled();

  const calls = recordCalls(page);
  // No call waits for another: the access check is held back until all were sent.
  await page.route(/can-access/, async (route) => {
    await expect.poll(() => calls.length).toBe(opening.length);
    await route.continue();
  });
  await link.click();
  await expect(page.getByRole('heading', { name: 'Problem list' })).toBeVisible();
  await settled();
  expect(calls.toSorted()).toEqual(opening.toSorted());

  for (const name of ['Now', 'Open referrals', 'Messages', 'Recent documents', 'Care team', 'Recent viewers']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
});

test('opening a patient by URL makes no call twice', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  // The channel never opens: if it opened late, the screen would rightly be fetched again.
  await blockRealtime(page);
  const patient = await findPatient(page, 'Sullivan');
  const calls = recordCalls(page);
  const settled = followCalls(page);
  await page.goto(`/provider/Patient/${patient.patientId}`);
  await expect(page.getByRole('heading', { name: 'Problem list' })).toBeVisible();
  await settled();
  // Without the count of unread answers, which the navigation requests on every page.
  const ofPatient = calls.filter((path) => /patients|referrals(?!\/unread-count)|conversations/.test(path));
  expect(ofPatient.toSorted()).toEqual(opening.toSorted());
});

test('hovering over a patient opens no record', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto('/provider/Patients');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(patient.mrn);
  const link = page.getByRole('region', { name: 'Patients' }).getByRole('link', { name: nameOf(patient) });
  const settled = followCalls(page);
  await expect(link).toBeVisible();
  await settled();
  const calls = recordCalls(page);
  await link.hover();
  await settled();
  expect(calls).toEqual([]);
});

test('the page of a deceased patient offers neither a call nor a referral', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Winthrop');
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByText(/^Deceased/)).toBeVisible();
  await expect(banner).not.toContainText(/\(\d{3}\) \d{3}-\d{4}/);
  await expect(banner).not.toContainText('Phone unknown');
  await expect(banner.getByRole('button', { name: 'New referral' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Next appointment')).toBeHidden();
  await expectAccessible(page, 'patient who has died');
});

test('a message and an upload are started from the banner', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await banner.getByRole('button', { name: 'New message' }).click();
  const message = page.getByRole('dialog', { name: 'New Message' });
  await expect(message).toContainText(patient.mrn);
  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();
  await banner.getByRole('button', { name: 'UPLOAD CHART(S)' }).click();
  await expect(page.getByRole('dialog')).toContainText(patient.mrn);
});

test('the overview shows the latest viewers, and all of them on request', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  for (const username of ['admin', 'drnguyen', 'drpatel', 'office', 'frontdesk', 'drobrien'] as const) {
    const other = await openAs(username);
    await call(other.request, getPatientInfo, { patientId: patient.patientId });
  }
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const viewers = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent viewers' }) });
  await expect(viewers.getByRole('listitem')).toHaveCount(5);
  await viewers.getByRole('button', { name: 'Show all viewers' }).click();
  await expect(viewers.getByRole('listitem')).toHaveCount(7);
  await viewers.getByRole('button', { name: 'Show fewer viewers' }).click();
  await expect(viewers.getByRole('listitem')).toHaveCount(5);
});
