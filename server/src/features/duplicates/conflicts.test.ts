import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import {
  conflictTexts,
  decideDifference,
  decideProviderDifference,
  keepProvidersApart,
  listPatientDifferences,
  listProviderConflicts,
  listProviderDifferences,
  reopenProviderConflict,
} from '@careloop/contracts/duplicates/conflicts';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getDemographics, saveDemography } from '@careloop/contracts/patients/demographics';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildReviewer, importInto } from '../../../test/duplicates.ts';
import { buildCoordinator, buildUser } from '../../../test/factories.ts';
import { mrn, patient, practitioner, ssn } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const auditOf = async (userId: number) => {
  const rows = await app.db
    .selectFrom('audit_event')
    .select(['action', 'subject_type', 'patient_id'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('outcome', '=', 'ok')
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('a provider with a known NPI and another name', () => {
  test('is listed, kept apart permanently, and can be reopened', async () => {
    const { caller, clientId, userId } = await buildReviewer(app);
    const npi = '1234567893';
    const named = (id: string, family: string) => practitioner(id, npi, { name: [{ family, given: ['Dana'] }] });
    await importInto(app, clientId, named('np-1', 'Nunez'));
    const later = named('np-2', 'Okoro');
    await importInto(app, clientId, later);
    const { items } = await caller.ok(listProviderConflicts, {});
    expect(items).toMatchObject([
      {
        npiNumber: npi,
        status: 'open',
        providers: [
          { lastName: 'Nunez', npiNumber: npi },
          { lastName: 'Okoro', npiNumber: null },
        ],
        can: { keepApart: true, reopen: conflictTexts.notDecided },
      },
    ]);
    const of = { providerDuplicateId: items[0]?.providerDuplicateId ?? 0 };
    expect((await app.nobody.fail(keepProvidersApart, of)).status).toBe(401);
    const half = await app.as(await buildCoordinator(app.db, { clientId }));
    expect((await half.fail(keepProvidersApart, of)).status).toBe(403);
    const stranger = (await buildReviewer(app)).caller;
    expect((await stranger.ok(listProviderConflicts, {})).items).toEqual([]);
    expect(await stranger.fail(keepProvidersApart, of)).toMatchObject({ message: conflictTexts.notFound });
    expect((await caller.fail(keepProvidersApart, { ...of, version: 9 })).status).toBe(409);

    await caller.ok(keepProvidersApart, of);
    expect(await caller.fail(keepProvidersApart, of)).toMatchObject({ message: conflictTexts.alreadyDecided });
    await importInto(app, clientId, later);
    expect((await caller.ok(listProviderConflicts, {})).items).toEqual([]);
    expect((await caller.ok(listProviderConflicts, { status: 'decided' })).items).toHaveLength(1);
    await caller.ok(reopenProviderConflict, of);
    expect((await caller.ok(listProviderConflicts, {})).items).toHaveLength(1);
    expect(await auditOf(userId)).toEqual(['provider_duplicate.kept_apart', 'provider_duplicate.reopened']);
  });
});

describe('a value edited in the product', () => {
  const phone = (value: string) => ({ telecom: [{ system: 'phone', use: 'home', value }] });

  test('is kept or replaced with the import’s, and the decision lasts', async () => {
    const { caller, clientId, userId } = await buildReviewer(app);
    const content = (value: string) =>
      patient('edited-1', { name: [{ family: 'Edited', given: ['Ed'] }], ...phone(value) });
    await importInto(app, clientId, content('617-555-0101'));
    await sql`update patient set home_phone = '6175550199' where last_name = 'Edited'`.execute(app.db);
    await importInto(app, clientId, content('617-555-0102'));
    const [item] = (await caller.ok(listPatientDifferences, {})).items;
    expect(item).toMatchObject({
      patient: { lastName: 'Edited' },
      field: 'home_phone',
      ours: { home_phone: '6175550199' },
      theirs: { home_phone: '6175550102' },
      can: { take: true, keep: true },
    });
    const of = { patientDifferenceId: item?.patientDifferenceId ?? 0 };
    expect((await app.nobody.fail(decideDifference, { ...of, decision: 'take' })).status).toBe(401);
    const stranger = (await buildReviewer(app)).caller;
    expect((await stranger.ok(listPatientDifferences, {})).items).toEqual([]);
    expect(await stranger.fail(decideDifference, { ...of, decision: 'take' })).toMatchObject({ code: 'no_access' });
    expect((await caller.fail(decideDifference, { ...of, decision: 'drop' })).code).toBe('invalid_input');

    await caller.ok(decideDifference, { ...of, decision: 'keep', version: 1 });
    await importInto(app, clientId, content('617-555-0102'));
    expect((await caller.ok(listPatientDifferences, {})).items).toEqual([]);
    // A different value is listed again.
    await importInto(app, clientId, content('617-555-0103'));
    expect((await caller.ok(listPatientDifferences, {})).items).toMatchObject([
      { ...of, theirs: { home_phone: '6175550103' } },
    ]);
    await caller.ok(decideDifference, { ...of, decision: 'take' });
    const info = await caller.ok(getPatientInfo, { patientId: item?.patient.patientId ?? 0 });
    expect(info.homePhone).toBe('6175550103');
    expect((await caller.ok(listPatientDifferences, {})).items).toEqual([]);
    // It counts as imported, so the next import changes it.
    await importInto(app, clientId, content('617-555-0104'));
    expect((await caller.ok(getPatientInfo, { patientId: info.patientId })).homePhone).toBe('6175550104');
    const taken = ['patient.import_value_taken', 'patient.demography_edited'];
    expect(await auditOf(userId)).toEqual(['patient.own_value_kept', ...taken]);
    expect((await caller.ok(listPatientChanges, { patientId: info.patientId })).items).toMatchObject([
      { subject: 'demography', fields: [{ field: 'home_phone', from: '6175550199', to: '6175550103' }] },
    ]);
  });

  test('is an SSN by which the patient is no longer found once the import’s is taken', async () => {
    const { caller, clientId } = await buildReviewer(app);
    const content = (number: string) =>
      patient('numbered', { name: [{ family: 'Numbers', given: ['Nia'] }], identifier: [mrn('NUM-1'), ssn(number)] });
    await importInto(app, clientId, content('412-55-0801'));
    const { patientId } = await app.db
      .selectFrom('patient')
      .select('patient_id as patientId')
      .where('last_name', '=', 'Numbers')
      .executeTakeFirstOrThrow();
    const { version, dateOfBirth } = await caller.ok(getDemographics, { patientId });
    const nia = { patientId, version, firstName: 'Nia', lastName: 'Numbers', dateOfBirth, genderCode: 2 } as const;
    await caller.ok(saveDemography, { ...nia, ssn: '412-55-0802' });
    await importInto(app, clientId, content('412-55-0803'));
    const { items } = await caller.ok(listPatientDifferences, {});
    const { patientDifferenceId = 0 } = items.find(({ field }) => field === 'ssn') ?? {};
    await caller.ok(decideDifference, { patientDifferenceId, decision: 'take' });
    const { rows } = await sql<{ ssn: string; numbers: string[] }>`select p.ssn,
      array(select value from patient_identifier i where i.patient_id = p.patient_id and i.type_code = 'SS') as numbers
      from patient p where p.patient_id = ${patientId}`.execute(app.db);
    expect(rows).toEqual([{ ssn: '412550803', numbers: ['412550803'] }]);
  });
});

describe('a provider’s value edited in the product', () => {
  test('is kept or replaced with the import’s by users who may edit providers', async () => {
    const { caller: reader, clientId } = await buildReviewer(app);
    const editing = ['ManageWorkQueues', 'ViewAllPatients', 'EditCareTeam', 'Messages', 'EditProvider'] as const;
    const { userId, ...rest } = await buildCoordinator(app.db, { clientId, permissions: [...editing] });
    const editor = await app.as({ userId, ...rest });
    const content = (value: string) =>
      practitioner('np-edited', '1528060639', {
        name: [{ family: 'Edison', given: ['Eve'] }],
        telecom: [{ system: 'phone', use: 'work', value }],
      });
    const phoneOf = async () => {
      const { rows } = await sql<{ phone: string }>`select office_phone as phone from healthcare_provider
        where last_name = 'Edison'`.execute(app.db);
      return rows[0]?.phone;
    };
    await importInto(app, clientId, content('617-555-0101'));
    await sql`update healthcare_provider set office_phone = '6175550199' where last_name = 'Edison'`.execute(app.db);
    await importInto(app, clientId, content('617-555-0102'));
    const [item] = (await editor.ok(listProviderDifferences, {})).items;
    expect(item).toMatchObject({
      provider: { lastName: 'Edison' },
      field: 'office_phone',
      ours: { office_phone: '6175550199' },
      theirs: { office_phone: '6175550102' },
      can: { take: true, keep: true },
    });
    const of = { providerDifferenceId: item?.providerDifferenceId ?? 0 };
    expect((await app.nobody.fail(listProviderDifferences, {})).status).toBe(401);
    expect((await app.nobody.fail(decideProviderDifference, { ...of, decision: 'take' })).status).toBe(401);
    const half = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    expect((await half.fail(listProviderDifferences, {})).status).toBe(403);
    const stranger = (await buildReviewer(app)).caller;
    expect((await stranger.ok(listProviderDifferences, {})).items).toEqual([]);
    expect(await stranger.fail(decideProviderDifference, { ...of, decision: 'take' })).toMatchObject({
      code: 'no_access',
    });
    expect(await reader.fail(decideProviderDifference, { ...of, decision: 'keep' })).toMatchObject({
      message: providerTexts.noEdit,
    });
    expect((await editor.fail(decideProviderDifference, { ...of, decision: 'take', version: 9 })).status).toBe(409);

    await editor.ok(decideProviderDifference, { ...of, decision: 'keep', version: 1 });
    await importInto(app, clientId, content('617-555-0102'));
    expect((await editor.ok(listProviderDifferences, {})).items).toEqual([]);
    // A different value is listed again.
    await importInto(app, clientId, content('617-555-0103'));
    expect((await editor.ok(listProviderDifferences, {})).items).toMatchObject([
      { ...of, theirs: { office_phone: '6175550103' } },
    ]);
    await editor.ok(decideProviderDifference, { ...of, decision: 'take' });
    expect(await phoneOf()).toBe('6175550103');
    // It counts as imported, so the next import changes it.
    await importInto(app, clientId, content('617-555-0104'));
    expect(await phoneOf()).toBe('6175550104');
    expect(await auditOf(userId)).toEqual(['provider.own_value_kept', 'provider.import_value_taken']);
  });
});
