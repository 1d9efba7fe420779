import {
  faxNumberTexts as texts,
  listAreaCodes,
  listFaxNumbers,
  mostFaxNumbers,
  provisionFaxNumber,
} from '@careloop/contracts/administration/faxNumbers';
import { saveFacility } from '@careloop/contracts/administration/clients';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startFaxService } from '../../../../test/faxService.ts';
import type { FaxService } from '../../../../test/faxService.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import { runRentFaxNumber } from './rentFaxNumber.ts';

let service: FaxService;
let app: TestApp;
let clientId: number;
let manager: Caller;
beforeAll(async () => {
  service = await startFaxService();
  app = await startTestApp(service.env);
  ({ clientId } = await buildClient(app.db));
  manager = await app.as(await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite'] }));
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

let facilityCount = 0;
const newFacility = async () =>
  (await manager.ok(saveFacility, { clientId, name: `Lighthouse ${++facilityCount}` })).facilityId;
const rent = (job: { facilityFaxNumberId: number }) => runRentFaxNumber(app.deps as unknown as WorkerDeps, job);

test('a number is requested, rented and kept with its facility, and audited', async () => {
  expect(await manager.ok(listAreaCodes, {})).toEqual({
    wasSuccessful: true,
    isConnected: true,
    areaCodes: ['508', '617'],
  });
  const facilityId = await newFacility();
  const asked = await manager.ok(provisionFaxNumber, { facilityId, areaCode: '508' });
  const list = async () => (await manager.ok(listFaxNumbers, { facilityId })).items;
  expect(await list()).toMatchObject([
    { facilityFaxNumberId: asked.facilityFaxNumberId, status: 'requested', faxNumber: null, error: null },
  ]);
  await rent(asked);
  expect(await list()).toMatchObject([{ areaCode: '508', status: 'active', faxNumber: '5085550142' }]);
  await rent(asked);
  expect(await list()).toHaveLength(1);
  const { rows } = await sql<{ action: string; outcome: string }>`select action, outcome from audit_event
    where subject_type = 'facility' and subject_id = ${facilityId} order by audit_event_id`.execute(app.db);
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'facility.added ok',
    'facility-fax-number.requested ok',
    'facility-fax-number.rented ok',
  ]);
});

test('if none is available the list gives the reason; after a lost response the service is not asked again', async () => {
  const facilityId = await newFacility();
  const none = await manager.ok(provisionFaxNumber, { facilityId, areaCode: '999' });
  await rent(none);
  const lost = await manager.ok(provisionFaxNumber, { facilityId, areaCode: '508' });
  // The state a process leaves if it ends while waiting for the response.
  await sql`update facility_fax_number set asked_at = now()
    where facility_fax_number_id = ${lost.facilityFaxNumberId}`.execute(app.db);
  await rent(lost);
  const { items } = await manager.ok(listFaxNumbers, { facilityId });
  expect(items).toMatchObject([
    { facilityFaxNumberId: lost.facilityFaxNumberId, status: 'failed', error: texts.unknown },
    {
      facilityFaxNumberId: none.facilityFaxNumberId,
      status: 'failed',
      error: expect.stringContaining('404') as string,
    },
  ]);
});

test('the numbers of a facility are limited, and an area code three digits', async () => {
  const facilityId = await newFacility();
  for (const areaCode of ['', '50', '5088', '108', 'abc']) {
    const refusal = await manager.fail(provisionFaxNumber, { facilityId, areaCode });
    expect(refusal.validationErrors).toEqual({ areaCode: texts.areaCode });
  }
  for (let count = 0; count < mostFaxNumbers; count += 1)
    await manager.ok(provisionFaxNumber, { facilityId, areaCode: '617' });
  const refusal = await manager.fail(provisionFaxNumber, { facilityId, areaCode: '617' });
  expect(refusal.validationErrors).toEqual({ areaCode: texts.tooMany });
});

test('only those who manage the facility’s client see and rent its numbers', async () => {
  const facilityId = await newFacility();
  await manager.ok(provisionFaxNumber, { facilityId, areaCode: '617' });
  const outsider = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
  expect(await outsider.ok(listFaxNumbers, { facilityId })).toMatchObject({ items: [] });
  const theirs = await outsider.fail(provisionFaxNumber, { facilityId, areaCode: '617' });
  const nobodys = await outsider.fail(provisionFaxNumber, { facilityId: 999_999, areaCode: '617' });
  expect(theirs).toEqual(nobodys);
  const member = await app.as(await buildUser(app.db, { clientId }));
  expect(await member.fail(listFaxNumbers, { facilityId })).toMatchObject({ status: 403 });
  expect(await member.fail(listAreaCodes, {})).toMatchObject({ status: 403 });
  expect(await member.fail(provisionFaxNumber, { facilityId, areaCode: '617' })).toMatchObject({ status: 403 });
  expect(await app.nobody.fail(provisionFaxNumber, { facilityId, areaCode: '617' })).toMatchObject({ status: 401 });
});

test('without a fax service there are no numbers to rent', async () => {
  const bare = await startTestApp();
  try {
    const owner = await buildClient(bare.db);
    const caller = await bare.as(await buildUser(bare.db, { ...owner, permissions: ['ManageSite'] }));
    const { facilityId } = await caller.ok(saveFacility, { clientId: owner.clientId, name: 'Lighthouse' });
    expect(await caller.ok(listAreaCodes, {})).toMatchObject({ isConnected: false, areaCodes: [] });
    expect(await caller.fail(provisionFaxNumber, { facilityId, areaCode: '617' })).toMatchObject({
      message: texts.noService,
    });
  } finally {
    await bare.stop();
  }
});
