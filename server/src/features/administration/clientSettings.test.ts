import { credentialTexts } from '@careloop/contracts/session/credentials';
import { signIn } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import { firstUser } from '../../../test/firstUser.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { clientSettings, setClientFeature, setClientSetting, setEncounterField } from './changeClient.ts';
import type { ClientSettingName, EncounterField } from './changeClient.ts';
import { setTaskTemplate } from './setTaskTemplate.ts';
import { createUser, findNewUserPasswordProblem } from './createUser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a setting is set, changed and removed, each time audited', async () => {
  await createUser(app.db, firstUser);
  const set = (value: number | null) =>
    setClientSetting(app.db, { clientName: firstUser.clientName, name: 'passwordMinimumLength', value });
  const found = () => app.db.selectFrom('client_setting').select(['name', 'value']).execute();
  expect(await set(20)).toBe(true);
  expect(await set(24)).toBe(true);
  expect(await found()).toEqual([{ name: 'passwordMinimumLength', value: 24 }]);
  expect(await findNewUserPasswordProblem(app.db, firstUser, 'Careloop')).toBe(credentialTexts.passwordTooShort(24));
  await set(null);
  expect(await found()).toEqual([]);
  expect(await findNewUserPasswordProblem(app.db, firstUser, 'Careloop')).toBeNull();
  const audited = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'client-setting.changed')
    .orderBy('audit_event_id')
    .execute();
  expect(audited.map(({ details }) => (details as { value: number | null }).value)).toEqual([20, 24, null]);
});

test('of two values set at the same moment the second remains', async () => {
  const { clientName } = firstUser;
  const set = (value: number) => setClientSetting(app.db, { clientName, name: 'daysUntilInactive', value });
  const lock = sql`select from client where display_name = ${clientName} for update`;
  const answers = await inTurn(
    app.db,
    lock,
    () => set(60),
    () => set(90),
  );
  expect(answers).toEqual([true, true]);
  const kept = app.db.selectFrom('client_setting').select('value').where('name', '=', 'daysUntilInactive');
  expect(await kept.execute()).toEqual([{ value: 90 }]);
});

test('a feature is turned on and off, also repeatedly', async () => {
  const set = (isOn: boolean) =>
    setClientFeature(app.db, { clientName: firstUser.clientName, feature: 'twoFactorAuthentication', isOn });
  const found = async () =>
    (await app.db.selectFrom('client_feature').select('feature').execute()).map(({ feature }) => feature).toSorted();
  for (const isOn of [true, true]) expect(await set(isOn)).toBe(true);
  expect(await found()).toEqual(['canManageReferrals', 'twoFactorAuthentication']);
  const step = await app.nobody.ok(signIn, { username: firstUser.username, password: firstUser.password });
  expect(step.nextStep?.kind).toBe('second_factor_setup');
  for (const isOn of [false, false]) expect(await set(isOn)).toBe(true);
  expect(await found()).toEqual(['canManageReferrals']);
});

test('a missing client has no settings', async () => {
  expect(await setClientSetting(app.db, { clientName: 'None', name: 'daysUntilInactive', value: 60 })).toBe(false);
});

test.each([
  ['passwordMinimumLength', '11'],
  ['passwordMinimumLength', '65'],
  ['passwordExpirationDays', '0'],
  ['daysUntilInactive', '-1'],
  ['daysUntilInactive', 'never'],
  ['daysUntilInactive', '1.5'],
] as [ClientSettingName, string][])('%s is not %s', (name, value) => {
  expect(clientSettings[name].safeParse(value).success).toBe(false);
});

test('the database also rejects values outside the bounds', async () => {
  for (const [name, value] of [
    ['passwordMinimumLength', 8],
    ['daysUntilInactive', 0],
    ['anything', 5],
  ] as [ClientSettingName, number][]) {
    await expect(setClientSetting(app.db, { clientName: firstUser.clientName, name, value })).rejects.toMatchObject({
      code: '23514',
    });
  }
});

test('a user created with it must change the password first', async () => {
  await createUser(app.db, { ...firstUser, username: 'second.admin', mustChangePassword: true });
  const answer = await app.nobody.ok(signIn, { username: 'second.admin', password: firstUser.password });
  expect(answer).toMatchObject({ nextStep: { kind: 'password_change' } });
  expect(answer.token).toBeUndefined();
});

test('a task template is added and replaced by its name, each time audited', async () => {
  const template = { name: 'Transport', fields: [], isActive: true };
  expect(await setTaskTemplate(app.db, firstUser.clientName, template)).toBe(true);
  expect(await setTaskTemplate(app.db, firstUser.clientName, { ...template, dueInDays: 3 })).toBe(true);
  expect(await setTaskTemplate(app.db, 'No such client', template)).toBe(false);
  const found = await app.db.selectFrom('task_template').select(['name', 'due_in_days']).execute();
  expect(found).toEqual([{ name: 'Transport', due_in_days: 3 }]);
  const audited = await app.db
    .selectFrom('audit_event')
    .select('outcome')
    .where('action', '=', 'task-template.changed')
    .execute();
  expect(audited).toHaveLength(2);
});

test('a field of encounters is hidden and shown again, each time audited', async () => {
  const set = (field: EncounterField, isOn: boolean) =>
    setEncounterField(app.db, { clientName: firstUser.clientName, field, isOn });
  expect(await set('esiLevel', false)).toBe(true);
  await set('mrn', false);
  await set('mrn', true);
  const shown = await app.db.selectFrom('encounter_configuration').selectAll().execute();
  expect(shown).toMatchObject([{ shows_esi_level: false, shows_mrn: true, shows_transfers: true }]);
  const audited = app.db.selectFrom('audit_event').select('details').where('action', '=', 'encounter-field.changed');
  expect(await audited.execute()).toHaveLength(3);
  expect(await setEncounterField(app.db, { clientName: 'None', field: 'mrn', isOn: false })).toBe(false);
});
