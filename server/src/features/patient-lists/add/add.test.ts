import { listDuplicates } from '@careloop/contracts/duplicates';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { addPatient, addPatientTexts, findCandidates } from '@careloop/contracts/patients/add';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clerk: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const user = await buildUser(app.db, { permissions: ['ViewAllPatients', 'EditCareTeam'] });
  ({ clientId } = user);
  clerk = await app.as(user);
});
afterAll(() => app.stop());

const inputOf = (more: object = {}) => ({
  clientId,
  firstName: 'Ana',
  lastName: 'D’Souza-Núñez',
  dateOfBirth: '7/14/1985',
  gender: 'female' as const,
  mrn: 'NEW-1',
  ...more,
});

const candidatesOf = async (more: object = {}) => (await clerk.ok(findCandidates, inputOf(more))).candidates;

describe('adding a patient', () => {
  test('stores the input, adds the user to the care team, and is audited', async () => {
    const { patientId } = await clerk.ok(
      addPatient,
      inputOf({
        cellPhone: '(617) 555-0123',
        ssn: '212-55-6789',
        languageCode: 44,
        address1: '1 Main St',
        city: 'Lowell',
        state: 'MA',
        zipcode: '01850',
      }),
    );
    expect(await clerk.ok(getPatientInfo, { patientId })).toMatchObject({
      firstName: 'Ana',
      lastName: 'D’Souza-Núñez',
      dateOfBirth: '1985-07-14',
      mrn: 'NEW-1',
      cellPhone: '6175550123',
      city: 'Lowell',
      careTeamSize: 1,
    });
    expect(await clerk.ok(getDemographics, { patientId })).toMatchObject({ language: 'Spanish', languageCode: 44 });
    const unknown = await clerk.fail(addPatient, inputOf({ mrn: 'NEW-2', languageCode: 45 }));
    expect(unknown.validationErrors).toEqual({ languageCode: addPatientTexts.language });
    const place = app.db.selectFrom('patient').select(['latitude', 'longitude']).where('patient_id', '=', patientId);
    expect(await place.execute()).toEqual([
      { latitude: expect.closeTo(42.65, 1), longitude: expect.closeTo(-71.3, 1) },
    ]);
    const member = await app.db
      .selectFrom('care_team_member')
      .select(['user_id', 'status'])
      .where('patient_id', '=', patientId)
      .execute();
    expect(member).toEqual([{ user_id: clerk.userId, status: 'accepted' }]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['user_id', 'patient_id', 'details'])
      .where('action', '=', 'patient.added')
      .where('patient_id', '=', patientId)
      .execute();
    expect(audited).toEqual([
      { user_id: clerk.userId, patient_id: patientId, details: { clientId, candidateIds: [] } },
    ]);
  });

  test('is refused without a name, and nobody is added', async () => {
    const failure = await clerk.fail(addPatient, inputOf({ firstName: ' ' }));
    expect(failure).toMatchObject({
      status: 200,
      code: 'invalid_input',
      validationErrors: { firstName: addPatientTexts.firstName },
    });
    const added = app.db.selectFrom('patient').select('patient_id').where('client_id', '=', clientId);
    expect(await added.execute()).toEqual([]);
  });

  test('is refused without a session, and for another client', async () => {
    expect((await app.nobody.fail(addPatient, inputOf())).status).toBe(401);
    const stranger = await app.as(await buildUser(app.db));
    for (const endpoint of [addPatient, findCandidates]) {
      expect(await stranger.fail(endpoint, inputOf())).toMatchObject({
        code: 'invalid_input',
        validationErrors: { clientId: addPatientTexts.notOfClient },
      });
    }
  });

  test('submitted twice, also concurrently, adds one patient', async () => {
    const headers = { 'idempotency-key': 'one-new-patient' };
    const both = await Promise.all([1, 2].map(() => clerk.ok(addPatient, inputOf(), headers)));
    expect(both[0]).toEqual(both[1]);
    const others = await Promise.all(
      [1, 2].map(() => clerk.call(addPatient, inputOf({ mrn: 'NEW-2', firstName: 'Bo', lastName: 'Twice' }))),
    );
    expect(others.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
  });
});

describe('a possible duplicate', () => {
  test.each([
    [
      'the same name and birth date',
      { firstName: 'Ana', lastName: "D'Souza Nunez", dateOfBirth: '1985-07-14' },
      ['name', 'birthDate'],
      true,
    ],
    [
      'a name that sounds alike',
      { firstName: 'Anna', lastName: 'DeSouza-Nunes', dateOfBirth: '1985-07-14' },
      ['similarName', 'birthDate'],
      false,
    ],
    [
      'the name with month and day swapped',
      { firstName: 'Ana', lastName: 'D’Souza-Núñez', dateOfBirth: '1985-04-14' },
      ['name', 'similarBirthDate'],
      false,
    ],
  ])('is found by %s', async (_what, other, matches, isStrong) => {
    const { patientId } = await buildPatient(app.db, { clientId, ...other });
    expect(await candidatesOf()).toMatchObject([{ patientId, matches, isStrong, access: 'open' }]);
  });

  test.each([
    ['only the birth date', { firstName: 'Omar', lastName: 'Quist', dateOfBirth: '1985-07-14' }],
    [
      'the name with another year and month of birth',
      { firstName: 'Ana', lastName: 'D’Souza-Núñez', dateOfBirth: '1960-01-02' },
    ],
  ])('is not found by %s', async (_what, other) => {
    await buildPatient(app.db, { clientId, ...other });
    expect(await candidatesOf()).toEqual([]);
  });

  test('is not a patient of another client', async () => {
    await buildPatient(app.db, {
      firstName: 'Ana',
      lastName: 'D’Souza-Núñez',
      dateOfBirth: '1985-07-14',
      mrn: 'NEW-1',
    });
    expect(await candidatesOf()).toEqual([]);
  });

  test('must be reviewed, and the reason is stored; users who merge records review the pair', async () => {
    const other = await buildPatient(app.db, {
      clientId,
      firstName: 'Ana',
      lastName: 'D’Souza-Núñez',
      dateOfBirth: '1985-07-14',
    });
    const unseen = await clerk.fail(addPatient, inputOf());
    expect(unseen).toMatchObject({ validationErrors: { seenPatientIds: addPatientTexts.unseen } });
    const seen = { seenPatientIds: [other.patientId] };
    const silent = await clerk.fail(addPatient, inputOf(seen));
    expect(silent).toMatchObject({ validationErrors: { statement: addPatientTexts.statement } });
    const statement = 'Her twin cousin, seen here in person.';
    const { patientId } = await clerk.ok(addPatient, inputOf({ ...seen, statement }));
    const kept = await app.db.selectFrom('patient_addition').selectAll().where('patient_id', '=', patientId).execute();
    expect(kept).toMatchObject([{ user_id: clerk.userId, statement, seen_patient_ids: [other.patientId] }]);
    const { items } = await clerk.ok(listDuplicates, { patientId });
    expect(items).toMatchObject([{ reason: 'name', status: 'open' }]);
  });

  test('who looks like the person by other facts is shown, and the pair is reviewed', async () => {
    const other = await buildPatient(app.db, {
      clientId,
      firstName: 'Ana',
      lastName: 'D’Souza-Nuñes',
      dateOfBirth: '1985-07-15',
    });
    await app.db
      .updateTable('patient')
      .set({ cell_phone: '6175550123' })
      .where('patient_id', '=', other.patientId)
      .execute();
    const more = { cellPhone: '(617) 555-0123' };
    expect(await candidatesOf(more)).toMatchObject([{ patientId: other.patientId }]);
    const said = { seenPatientIds: [other.patientId], statement: 'Another person' };
    const { patientId } = await clerk.ok(addPatient, inputOf({ ...more, ...said }));
    expect((await clerk.ok(listDuplicates, { patientId })).items).toMatchObject([{ reason: 'alike', status: 'open' }]);
  });

  test('an MRN is unique within a client, ignoring case', async () => {
    await buildPatient(app.db, {
      clientId,
      firstName: 'Omar',
      lastName: 'Quist',
      mrn: 'new-1',
      dateOfBirth: '1960-01-02',
    });
    expect(await candidatesOf()).toMatchObject([{ matches: ['mrn'], isStrong: true }]);
    const failure = await clerk.fail(addPatient, inputOf({ statement: 'x' }));
    expect(failure).toMatchObject({ validationErrors: { mrn: addPatientTexts.mrnTaken } });
  });

  test('an MRN of a merged record cannot be used again', async () => {
    const { patientId } = await buildPatient(app.db, { clientId, firstName: 'Omar', lastName: 'Quist', mrn: 'KEPT-1' });
    await app.db
      .insertInto('patient_identifier')
      .values({ client_id: clientId, patient_id: patientId, system: 'type:MR', value: 'NEW-1', type_code: 'MR' })
      .execute();
    expect(await candidatesOf()).toMatchObject([{ patientId, matches: expect.arrayContaining(['mrn']) }]);
    const failure = await clerk.fail(addPatient, inputOf({ statement: 'x', seenPatientIds: [patientId] }));
    expect(failure).toMatchObject({ validationErrors: { mrn: addPatientTexts.mrnTaken } });
  });

  test('an SSN with an equal birth date is a pair to review by the rules of the import', async () => {
    await clerk.ok(addPatient, inputOf({ ssn: '212556789' }));
    const found = await candidatesOf({ mrn: 'NEW-9', firstName: 'Bea', lastName: 'D’Souza-Núñez', ssn: '212-55-6789' });
    expect(found).toMatchObject([{ isStrong: true, matches: expect.arrayContaining(['ssn', 'birthDate']) }]);
  });
});
