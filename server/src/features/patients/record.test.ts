import { addressTexts } from '@careloop/contracts/fields/address';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import { phoneTexts } from '@careloop/contracts/fields/phone';
import { languageOf, languages } from '@careloop/contracts/codes/languages';
import { maritalStatusOf } from '@careloop/contracts/codes/patients';
import {
  demographyTexts,
  getBaseDemography,
  getDemographics,
  getPatientInfoAlt,
  saveDemography,
  saveGuarantor,
} from '@careloop/contracts/patients/demographics';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { getDemographicsChart, getSummaryOfCare } from '@careloop/contracts/charts/generated';
import {
  deleteInsurance,
  getInsurancePlans,
  insuranceTexts,
  listInsurance,
  saveInsurance,
} from '@careloop/contracts/patients/insurance';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addToCareTeam, buildCoordinator, buildPatient, buildUser } from '../../../test/factories.ts';
import { mrn, patient as patientRecord, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { importInto } from '../../../test/imports.ts';

let app: TestApp;
let caller: Caller;
let clientId: number;
let userId: number;
let patientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { firstName: 'Maria', lastName: 'Santos' });
  ({ clientId, userId } = user);
  caller = await app.as(user);
  ({ patientId } = await buildPatient(app.db, { clientId, firstName: 'Grace', lastName: 'Okafor' }));
});
afterAll(() => app.stop());

const grace = { firstName: 'Grace', lastName: 'Okafor', dateOfBirth: '1945-07-14', genderCode: 2 } as const;

describe('demographics', () => {
  test('are saved with codes in the API and names in the database', async () => {
    const saved = await caller.ok(saveDemography, {
      ...grace,
      patientId,
      version: 1,
      languageCode: 44,
      maritalStatusCode: 11,
      cellPhone: '(617) 555-0123',
      address1: '1 Main Street',
      city: 'Worcester',
      state: 'MA',
      zipcode: '016081234',
    });
    expect(saved.version).toBe(2);
    expect(await caller.ok(getDemographics, { patientId })).toMatchObject({
      genderCode: 2,
      language: 'Spanish',
      languageCode: 44,
      maritalStatus: 'Anulled',
      maritalStatusCode: 11,
      cellPhone: '6175550123',
      zipcode: '01608-1234',
      version: 2,
      can: { edit: true },
    });
    const { items } = await caller.ok(listPatientChanges, { patientId });
    expect(items[0]).toMatchObject({ subject: 'demography', action: 'edited', changedBy: 'Maria Santos' });
    expect(items[0]?.fields).toContainEqual({ field: 'language', from: null, to: 'Spanish' });
    const audited = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'patient.demography_edited')
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(audited.details)).toContain('cell_phone');
    expect(JSON.stringify(audited.details)).not.toContain('6175550123');
    const place = await app.db
      .selectFrom('patient')
      .select('latitude')
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow();
    expect(place.latitude).toBeCloseTo(42.26, 1);
  });

  test('show only the last four digits of an SSN, also in the history, and keep the full number', async () => {
    const one = await buildPatient(app.db, { clientId, firstName: 'Sam', lastName: 'Sixdigits' });
    const of = {
      patientId: one.patientId,
      firstName: 'Sam',
      lastName: 'Sixdigits',
      dateOfBirth: '1945-07-14',
      genderCode: 2,
    } as const;
    const onFile = async () => {
      const { rows } = await sql<{ ssn: string | null; numbers: string[] }>`select p.ssn, array(select i.value
        from patient_identifier i where i.patient_id = p.patient_id and i.system like '%us-ssn') as numbers
        from patient p where p.patient_id = ${one.patientId}`.execute(app.db);
      return rows[0];
    };
    const refused = await caller.fail(saveDemography, { ...of, version: 1, ssn: '666-12-3456' });
    expect(refused.validationErrors).toEqual({ ssn: identifierTexts.ssnImpossible });
    await caller.ok(saveDemography, { ...of, version: 1, ssn: '412-55-0701' });
    expect(await onFile()).toEqual({ ssn: '412550701', numbers: ['412550701'] });
    expect(await caller.ok(getDemographics, { patientId: of.patientId })).toMatchObject({ ssnEnding: '0701' });
    for (const ssn of [undefined, '***-**-0701', '0701'])
      expect((await caller.ok(saveDemography, { ...of, version: 2, ssn })).version).toBe(2);
    await caller.ok(saveDemography, { ...of, version: 2, ssn: '412550702' });
    expect(await onFile()).toEqual({ ssn: '412550702', numbers: ['412550702'] });
    await caller.ok(saveDemography, { ...of, version: 3, ssn: '' });
    expect(await onFile()).toEqual({ ssn: null, numbers: [] });
    const { items } = await caller.ok(listPatientChanges, { patientId: of.patientId });
    expect(items.map(({ fields }) => fields)).toEqual([
      [{ field: 'ssn', from: '***-**-0702', to: null }],
      [{ field: 'ssn', from: '***-**-0701', to: '***-**-0702' }],
      [{ field: 'ssn', from: null, to: '***-**-0701' }],
    ]);
  });

  test('are changed by the second of two editors only after they saw the first one’s change', async () => {
    const { version } = await caller.ok(getDemographics, { patientId });
    const member = await buildUser(app.db, { clientId });
    await addToCareTeam(app.db, { patientId }, member);
    const other = await app.as(member);
    await caller.ok(saveDemography, { ...grace, patientId, version, caregiverName: 'Ann' });
    expect(await other.fail(saveDemography, { ...grace, patientId, version, caregiverName: 'Bob' })).toMatchObject({
      status: 409,
      message: demographyTexts.changed,
      current: { version: version + 1, changedByUserId: userId, changedBy: 'Maria Santos' },
    });
  });

  test('reject impossible values with a message', async () => {
    const errorsOf = async (more: object) =>
      (await caller.fail(saveDemography, { ...grace, patientId, version: 3, ...more })).validationErrors;
    expect(await errorsOf({ dateOfBirth: '2087-01-01' })).toEqual({ dateOfBirth: demographyTexts.birthInFuture });
    expect(await errorsOf({ dateOfBirth: '2/30/1980' })).toEqual({ dateOfBirth: 'Please enter a valid date' });
    expect(await errorsOf({ deceasedOn: '1944-01-01' })).toEqual({ deceasedOn: demographyTexts.deathBeforeBirth });
    expect(await errorsOf({ lastName: ' ' })).toEqual({ lastName: demographyTexts.lastNameRequired });
    expect(await errorsOf({ homePhone: '12' })).toEqual({ homePhone: 'Must be a valid phone number' });
    expect(await errorsOf({ cellPhone: '(617) 555-0123 x4' })).toEqual({ cellPhone: phoneTexts.mobileExtension });
    expect(await errorsOf({ languageCode: 999 })).toEqual({ languageCode: demographyTexts.unknownLanguage });
  });

  test('have a complete US address or none, but keep any other from an import', async () => {
    const { patientId: other } = await buildPatient(app.db, { clientId });
    const of = { ...grace, patientId: other };
    const needed = { address1: 'Address is required', state: 'State is required', zipcode: 'Zip is required' };
    expect((await caller.fail(saveDemography, { ...of, version: 1, city: 'Boston' })).validationErrors).toEqual(needed);
    await app.db.updateTable('patient').set({ city: 'Boston' }).where('patient_id', '=', other).execute();
    await caller.ok(saveDemography, { ...of, version: 1, city: 'Boston', caregiverName: 'Ann' });
    expect((await caller.fail(saveDemography, { ...of, version: 2, city: 'Salem' })).validationErrors).toEqual(needed);
    await caller.ok(saveDemography, { ...of, version: 2 });
    expect(await caller.ok(getDemographics, { patientId: other })).toMatchObject({ city: null, caregiverName: null });
    const abroad = { address1: '24 Sussex Drive', city: 'Ottawa', state: 'Ontario', zipcode: 'K1M 1M4' };
    await app.db.updateTable('patient').set(abroad).where('patient_id', '=', other).execute();
    await caller.ok(saveDemography, { ...of, ...abroad, version: 3, caregiverName: 'Eve' });
    const moved = await caller.fail(saveDemography, { ...of, ...abroad, version: 4, city: 'Toronto' });
    expect(moved.validationErrors).toEqual({
      state: addressTexts.tooLong('State', 2),
      zipcode: addressTexts.zip,
    });
  });

  test('keep names with diacritics and apostrophes', async () => {
    const { patientId: other } = await buildPatient(app.db, { clientId });
    await caller.ok(saveDemography, {
      ...grace,
      patientId: other,
      version: 1,
      firstName: 'Zoë-Ann',
      lastName: "O'Ñúñez",
    });
    expect(await caller.ok(getBaseDemography, { patientId: other })).toMatchObject({
      firstName: 'Zoë-Ann',
      lastName: "O'Ñúñez",
    });
    expect(await caller.ok(getPatientInfoAlt, { patientId: other })).toMatchObject({
      lastName: "O'Ñúñez",
      cellPhone: null,
    });
  });

  test('need access to the patient', async () => {
    const outsider = await app.as(await buildUser(app.db));
    expect(await outsider.fail(saveDemography, { ...grace, patientId, version: 1 })).toMatchObject({
      validationErrors: { unauthorized: '1' },
    });
    expect((await app.nobody.call(getDemographics, { patientId })).status).toBe(401);
  });

  test('of a merged record are not saved', async () => {
    const merged = await buildPatient(app.db, { clientId });
    await app.db
      .updateTable('patient')
      .set({ merged_into_patient_id: patientId })
      .where('patient_id', '=', merged.patientId)
      .execute();
    expect(await caller.fail(saveDemography, { ...grace, patientId: merged.patientId, version: 1 })).toMatchObject({
      code: 'unauthorized_patient',
    });
  });

  test('take precedence over a later import, whose value is listed for review', async () => {
    const load = (phone: string, given: string) => {
      const record = patientRecord('imported', {
        identifier: [mrn('IMP-1')],
        name: [{ family: 'Berg', given: [given] }],
        telecom: [{ system: 'phone', use: 'mobile', value: phone }],
      });
      return importInto({ db: app.db, storage: app.deps.storage, clientId }, transaction(record));
    };
    await load('617-555-0001', 'Ida');
    const { patient_id } = await app.db
      .selectFrom('patient')
      .select('patient_id')
      .where('mrn', '=', 'IMP-1')
      .executeTakeFirstOrThrow();
    const { genderCode, dateOfBirth, version } = await caller.ok(getDemographics, { patientId: patient_id });
    const ida = { firstName: 'Ida', lastName: 'Berg', genderCode: genderCode as 3, dateOfBirth, patientId: patient_id };
    await caller.ok(saveDemography, { ...ida, version, cellPhone: '617-555-0002' });
    await load('617-555-0003', 'Ida Marie');
    // The import changed the patient last, so the message does not name the editor before it.
    expect(await caller.fail(saveDemography, { ...ida, version: version + 1 })).toMatchObject({
      status: 409,
      current: { version: version + 2, changedByUserId: null, changedBy: null },
    });
    expect(await caller.ok(getDemographics, { patientId: patient_id })).toMatchObject({ cellPhone: '6175550002' });
    const differences = await app.db
      .selectFrom('patient_difference')
      .select('field')
      .where('patient_id', '=', patient_id)
      .execute();
    expect(differences.map(({ field }) => field)).toContain('cell_phone');
  });
});

describe('a guarantor', () => {
  test('is added once and then changed, with the relationship as code or text', async () => {
    const input = { patientId, firstName: 'Sam', lastName: 'Okafor' };
    expect((await caller.ok(saveGuarantor, { ...input, relationshipCode: 2 })).version).toBe(1);
    expect((await caller.ok(getDemographics, { patientId })).guarantor).toMatchObject({
      relationship: 'Spouse',
      relationshipCode: 2,
    });
    expect((await caller.ok(saveGuarantor, { ...input, version: 1, relationship: 'Godfather' })).version).toBe(2);
    expect((await caller.ok(getDemographics, { patientId })).guarantor).toMatchObject({
      relationship: 'Godfather',
      relationshipCode: null,
    });
    expect((await caller.fail(saveGuarantor, { ...input, version: 1, relationshipCode: 1 })).status).toBe(409);
    // A user whose form was empty does not replace a guarantor added in the meantime.
    expect((await caller.fail(saveGuarantor, { ...input, firstName: 'Ada' })).status).toBe(409);
  });

  test('has a complete address or none, but keeps an incomplete one from an import', async () => {
    const { patientId: other } = await buildPatient(app.db, { clientId });
    const input = { patientId: other, firstName: 'Sam', lastName: 'Okafor', zipcode: '02139' };
    const needed = { address1: 'Address is required', city: 'City is required', state: 'State is required' };
    expect((await caller.fail(saveGuarantor, input)).validationErrors).toEqual(needed);
    await app.db
      .insertInto('patient_guarantor')
      .values({ patient_id: other, first_name: 'Sam', last_name: 'Okafor', zipcode: '02139' })
      .execute();
    await caller.ok(saveGuarantor, { ...input, version: 1, firstName: 'Samuel' });
    const changed = { ...input, version: 2, zipcode: '02140' };
    expect((await caller.fail(saveGuarantor, changed)).validationErrors).toEqual(needed);
  });
});

describe('insurance', () => {
  const planOf = async (isDisabled: boolean) => {
    const carrier = await app.db
      .insertInto('insurance_carrier')
      .values({ name: `Carrier ${isDisabled}` })
      .returning('insurance_carrier_id')
      .executeTakeFirstOrThrow();
    const row = {
      ...carrier,
      name: 'Choice',
      plan_type: 'ppo',
      plan_subtype: 'medicare_advantage',
      is_disabled: isDisabled,
    };
    return (
      await app.db
        .insertInto('insurance_plan')
        .values(row)
        .returning('insurance_plan_id as id')
        .executeTakeFirstOrThrow()
    ).id;
  };

  test('needs a plan that is offered; a disabled plan stays where it is used', async () => {
    const [offered, disabled] = [await planOf(false), await planOf(true)];
    const { plans } = await caller.ok(getInsurancePlans, { searchTerm: 'choice carrier' });
    expect(plans).toMatchObject([{ insurancePlanId: offered, insurancePlanType: 2, insurancePlanSubType: 11 }]);
    expect((await caller.ok(listInsurance, {})).plans).toHaveLength(2);
    const input = { patientId, insurancePlanId: offered, memberId: 'M1' };
    expect((await caller.fail(saveInsurance, { ...input, insurancePlanId: disabled })).validationErrors).toEqual({
      insurancePlanId: insuranceTexts.planDisabled,
    });
    expect((await caller.fail(saveInsurance, { patientId })).validationErrors).toEqual({
      insurancePlanId: insuranceTexts.payerRequired,
    });
    const { patientCoverageId } = await caller.ok(saveInsurance, input);
    await app.db
      .updateTable('insurance_plan')
      .set({ is_disabled: true })
      .where('insurance_plan_id', '=', offered)
      .execute();
    const kept = await caller.ok(saveInsurance, { ...input, patientCoverageId, version: 1, memberId: 'M2' });
    expect(kept.version).toBe(2);
    expect((await caller.fail(saveInsurance, { ...input, patientCoverageId, version: 1 })).status).toBe(409);
    expect((await caller.fail(saveInsurance, { ...input, patientCoverageId })).status).toBe(409);
    await caller.ok(deleteInsurance, { patientId, patientCoverageId, version: 2 });
    expect((await caller.ok(getDemographics, { patientId })).coverages).toEqual([]);
    expect((await caller.fail(deleteInsurance, { patientId, patientCoverageId, version: 3 })).validationErrors).toEqual(
      {
        '': insuranceTexts.notFound,
      },
    );
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'subject_id'])
      .where('action', 'like', 'patient.insurance%')
      .where('patient_id', '=', patientId)
      .orderBy('audit_event_id')
      .execute();
    const of = (action: string) => ({ action, subject_id: String(patientCoverageId) });
    expect(audited.map((row) => ({ ...row, subject_id: String(row.subject_id) }))).toEqual(
      ['created', 'edited', 'removed'].map((action) => of(`patient.insurance_${action}`)),
    );
  });
});

test('an insurance is active through its last day, in the time zone of the client; a canceled one stays canceled', async () => {
  await app.db.insertInto('client_setting').values({ client_id: clientId, name: 'timeZone', value: 4 }).execute();
  // As saved or imported while they were active.
  await sql`insert into patient_coverage (patient_id, payer_name, status, end_date)
    select ${patientId}, payer, status, (now() at time zone 'Pacific/Honolulu')::date + days
    from (values ('Past', 'active', -1), ('Today', 'active', 0), ('Prolonged', 'ended', 30), ('Canceled', 'cancelled', -1))
      as given (payer, status, days)`.execute(app.db);
  const read = async () => (await caller.ok(getDemographics, { patientId })).coverages;
  const statuses = async () => Object.fromEntries((await read()).map(({ payerName, status }) => [payerName, status]));
  const expected = { Past: 'ended', Today: 'active', Prolonged: 'active', Canceled: 'cancelled' };
  expect(await statuses()).toEqual(expected);
  const inForce = (await read()).slice(0, 2).map(({ payerName }) => payerName);
  expect(new Set(inForce)).toEqual(new Set(['Today', 'Prolonged']));
  for (const endpoint of [getDemographicsChart, getSummaryOfCare]) {
    const { html } = await caller.ok(endpoint, { patientId });
    const rows = [...html.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row.replaceAll(/<[^>]*>/g, ' '));
    for (const [payer, status] of Object.entries(expected))
      expect(rows.find((row) => row.includes(payer))?.toLowerCase()).toContain(` ${status} `);
  }
  const canceled = (await read()).find(({ payerName }) => payerName === 'Canceled');
  const { patientCoverageId = 0, version, endDate } = canceled ?? {};
  const input = { patientId, patientCoverageId, version, payerName: 'Canceled', endDate, memberId: 'M7' };
  await caller.ok(saveInsurance, input);
  const past = (await read()).find(({ payerName }) => payerName === 'Past');
  const pastId = past?.patientCoverageId ?? 0;
  const seen = { patientCoverageId: pastId, version: past?.version, endDate: past?.endDate };
  await caller.ok(saveInsurance, { ...input, ...seen, payerName: 'Past' });
  expect(await statuses()).toEqual(expected);
  // Its end is no change that somebody made, so a later import can still cancel it.
  const { edited_columns: edited } = await app.db
    .selectFrom('patient_coverage')
    .select('edited_columns')
    .where('patient_coverage_id', '=', pastId)
    .executeTakeFirstOrThrow();
  expect(edited).toEqual(['member_id']);
});

test('languages and marital statuses keep their numbers', () => {
  const codeOf = (words: string) => languageOf(words)?.code;
  expect(['English', 'Spanish', 'Serbo-Croatian', 'American Sign Language'].map(codeOf)).toEqual([13, 44, 41, 86]);
  expect([codeOf('Afar'), codeOf('Zulu'), codeOf('Asturian'), codeOf('Zapotec')]).toEqual([1000, 1180, 1200, 1227]);
  expect(codeOf('English (United States)')).toBe(13);
  expect(codeOf('es-MX')).toBe(44);
  expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length);
  expect([maritalStatusOf('Never married'), maritalStatusOf('Annulled'), maritalStatusOf('x')]).toEqual([
    'single',
    'annulled',
    null,
  ]);
});
