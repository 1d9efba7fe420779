import { getActivityFilters, listActivities, saveActivityFilters } from '@careloop/contracts/patients/activities';
import { saveDemography } from '@careloop/contracts/patients/demographics';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addToCareTeam, buildCoordinator, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function patientWithHistory() {
  const user = await buildCoordinator(app.db, { firstName: 'Maria', lastName: 'Santos' });
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  const stays = Array.from({ length: 60 }, (_, index) => ({
    patient_id: patient.patientId,
    encounter_type: index === 0 ? 'inpatient' : 'office_visit',
    encounter_date: new Date(Date.UTC(2025, 0, 1 + index)),
    discharge_date: index === 0 ? new Date(Date.UTC(2025, 5, 1)) : null,
    admit_reason: `Visit ${index}`,
  }));
  await app.db.insertInto('patient_encounter').values(stays).execute();
  await addToCareTeam(app.db, patient, user);
  return { user, patient, caller: await app.as(user) };
}

test('activities are listed with their user, latest first, without gaps between pages', async () => {
  const { patient, caller } = await patientWithHistory();
  const { patientId } = patient;
  await caller.ok(saveDemography, { patientId, version: 1, firstName: 'Grace', lastName: 'Hopper', genderCode: 2 });
  const first = await caller.ok(listActivities, { patientId });
  expect(first.items[0]).toMatchObject({ activityType: 'record', what: 'demography_edited', byName: 'Maria Santos' });
  expect(first.items[1]).toMatchObject({ activityType: 'care_team', what: 'accepted', byName: 'Maria Santos' });
  expect(first.items[2]).toMatchObject({ activityType: 'discharge', what: 'inpatient', eventTypeCode: 2 });
  const second = await caller.ok(listActivities, { patientId, cursor: first.nextCursor ?? '' });
  const keys = [...first.items, ...second.items].map(({ activityKey }) => activityKey);
  expect(new Set(keys).size).toBe(63);
  expect(second.items.at(-1)).toMatchObject({ activityType: 'admission', eventTypeCode: 1, detail: 'Visit 0' });
  expect(second.nextCursor).toBeNull();
});

test('the list is filtered by type, and the selection is saved for the user', async () => {
  const { patient, caller } = await patientWithHistory();
  const { patientId } = patient;
  const { items } = await caller.ok(listActivities, { patientId, activityTypes: ['admission', 'discharge'] });
  expect(items.map(({ activityType }) => activityType)).toEqual(['discharge', 'admission']);
  await caller.ok(saveActivityFilters, { activityTypes: ['discharge'] });
  await caller.ok(saveActivityFilters, { activityTypes: ['admission'] });
  const { types, chosen } = await caller.ok(getActivityFilters, { patientId });
  expect(chosen).toEqual(['admission']);
  expect(types.find(({ activityType }) => activityType === 'encounter')?.count).toBe(59);
  expect((await caller.fail(saveActivityFilters, { activityTypes: ['nonsense'] })).code).toBe('invalid_input');
});

test('the list and its counts are filtered by person and by days in a time zone', async () => {
  const { patient, caller } = await patientWithHistory();
  const { patientId } = patient;
  const timeZone = 'America/New_York';
  const mine = await caller.ok(listActivities, { patientId, person: 'Maria Santos' });
  expect(mine.items.map(({ activityType }) => activityType)).toEqual(['care_team']);
  // Midnight UTC is the previous evening in New York.
  const days = { patientId, from: '2025-01-09', until: '2025-01-10', timeZone };
  const { items } = await caller.ok(listActivities, days);
  expect(items.map(({ detail }) => detail)).toEqual(['Visit 10', 'Visit 9']);
  const within = await caller.ok(getActivityFilters, days);
  expect(within.types.find(({ activityType }) => activityType === 'encounter')?.count).toBe(2);
  expect(within.people).toEqual([]);
  const { people, types } = await caller.ok(getActivityFilters, { patientId, person: 'Maria Santos' });
  expect(people).toEqual([{ name: 'Maria Santos', count: 1 }]);
  expect(types.find(({ activityType }) => activityType === 'encounter')?.count).toBe(0);
  expect(await caller.fail(listActivities, { patientId, from: '2025-02-30' })).toMatchObject({ code: 'invalid_input' });
});

test('activities need access to the patient', async () => {
  const { patient } = await patientWithHistory();
  const outsider = await app.as(await buildUser(app.db));
  for (const endpoint of [listActivities, getActivityFilters]) {
    expect(await outsider.fail(endpoint, { patientId: patient.patientId })).toMatchObject({
      validationErrors: { unauthorized: '1' },
    });
  }
  expect((await app.nobody.call(saveActivityFilters, { activityTypes: [] })).status).toBe(401);
});
