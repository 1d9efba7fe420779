import { mergePatients, undoMerge } from '@careloop/contracts/duplicates';
import { getMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { breakTheGlass } from '@careloop/contracts/patient-access';
import { setFavorite } from '@careloop/contracts/patients/lists';
import { saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildMessenger, send } from '../../../test/conversations.ts';
import { addToBoth, besideMerge, buildPair, buildReviewer, importInto } from '../../../test/duplicates.ts';
import { buildUser } from '../../../test/factories.ts';
import { condition, encounter, mrn, ndjson, patient, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import { draftContent } from '../../../test/referralDrafts.ts';
import type { TestApp } from '../../../test/harness.ts';
import { deliver } from '../../core/integrations/deliveries.ts';
import { patientTables, stayingTables, unguardedTables } from './patientTables.ts';

// Writes about a record that a merge, not yet committed, moves into another one.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A pair whose second record is merged into the first. */
async function build() {
  const { caller, clientId } = await buildReviewer(app);
  return { ...(await buildPair(app, clientId)), caller, clientId };
}

/** Tables with rows of a patient; without conversations that became part of another one, which stay behind. */
async function tablesOf({ patientId }: { patientId: number }): Promise<string[]> {
  const found: string[] = [];
  for (const { table, patientColumn = 'patient_id' } of patientTables) {
    if (patientColumn !== 'patient_id' || table === 'conversation') continue;
    const { rows } = await sql`select from ${sql.table(table)} where patient_id = ${patientId}`.execute(app.db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

describe('is refused in words:', () => {
  const version = '5d3c3f36-93a3-4d8c-9d62-2b3f6b7b8a11';
  const content = draftContent();

  test.each([
    ['a favorite', setFavorite, { isFavorite: true }],
    ['the draft of a referral', saveReferralDraft, { version, seen: [], content }],
  ] as const)('%s', async (_what, endpoint, input) => {
    const built = await build();
    const { caller } = await buildReviewer(app, built);
    const answer = await besideMerge(app, built, () => caller.fail(endpoint, { ...built.other, ...input }));
    expect(answer).toMatchObject({ code: 'unauthorized_patient' });
    expect(await tablesOf(built.other)).toEqual([]);
  });

  test('emergency access', async () => {
    const built = await build();
    const { clientId, other } = built;
    const caller = await app.as(await buildUser(app.db, { clientId, permissions: ['BreakTheGlass'] }));
    const answer = await besideMerge(app, built, () => caller.fail(breakTheGlass, { ...other, reason: 'Unconscious' }));
    expect(answer).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('a message, whose conversation became part of another one', async () => {
    const built = await build();
    const { clientId, one, other } = built;
    const [ann, bob] = [await buildMessenger(app.db, { clientId }), await buildMessenger(app.db, { clientId })];
    await addToBoth(app, built, ann, bob);
    const caller = await app.as(ann);
    const { conversationKey } = await send(caller, [bob], { ...one, message: 'About the first' });
    await send(caller, [bob], { ...other, message: 'About the other' });
    const message = { ...other, message: 'Meanwhile', recipientUserIds: [bob.userId] };
    const answer = await besideMerge(app, built, () => caller.fail(sendMessage, message));
    expect(answer).toMatchObject({ code: 'unauthorized_patient' });
    expect(await caller.ok(getSingleUserConversation, { conversationKey })).toMatchObject({ lastSequence: 2 });
  });
});

test('the draft of a message goes to the remaining record, also later', async () => {
  const built = await build();
  const { caller } = await buildReviewer(app, built);
  const draft = { ...built.other, message: 'A first word' };
  await besideMerge(app, built, () => caller.ok(saveMessageDraft, draft));
  expect((await caller.ok(getMessageDraft, {})).draft).toMatchObject({ ...built.one, message: 'A first word' });
  await caller.ok(saveMessageDraft, { ...draft, message: 'A second word' });
  expect((await caller.ok(getMessageDraft, {})).draft).toMatchObject({ ...built.one, message: 'A second word' });
  expect(await tablesOf(built.other)).toEqual([]);
});

test('a job that read the record before sends its message once, for the remaining one', async () => {
  const built = await build();
  const { direct } = app.deps.senders;
  const content = {
    channel: 'direct',
    clientId: null,
    recipientUserId: null,
    senderAddress: 'from@direct.example',
  } as const;
  const mail = {
    ...built.other,
    ...content,
    recipientAddress: 'to@direct.example',
    subject: 'A referral',
    body: 'Open it',
  };
  const work = () => deliver(app.db, direct, mail, 'meanwhile', { run: { isLastAttempt: true } });
  expect(await besideMerge(app, built, work)).toBe('delivered');
  const rows = await app.db.selectFrom('delivery').select('patient_id').where('dedupe_key', '=', 'meanwhile').execute();
  expect(rows).toEqual([{ patient_id: built.one.patientId }]);
});

describe('an import', () => {
  const allOf = async (clientId: number) =>
    (await sql`select patient_id from patient where client_id = ${clientId} order by 1`.execute(app.db)).rows;

  test('finds the remaining record for a later copy, and adds no third one', async () => {
    const built = await build();
    const { clientId, number, one, other } = built;
    const id = `${number}-Maria`;
    const copy = transaction(
      patient(id, {
        name: [{ family: 'Lopez', given: ['Maria'] }],
        birthDate: '1951-01-02',
        identifier: [mrn(`MRN-${number}`)],
      }),
      encounter(`${id}-e2`, `urn:uuid:${id}`),
    );
    const before = await allOf(clientId);
    await besideMerge(app, built, () => importInto(app, clientId, copy));
    expect(await allOf(clientId)).toEqual(before);
    const { rows } = await sql`select patient_id as "patientId" from patient_encounter
      where source_id = ${`${id}-e2`}`.execute(app.db);
    expect(rows).toEqual([one]);
    expect(await tablesOf(other)).toEqual([]);
  });

  test('changes a row where the merge has taken it', async () => {
    const built = await build();
    const { clientId, number, one, other } = built;
    const id = `${number}-Maria`;
    const changed = condition(`${id}-c1`, `Patient/${id}`, { onsetDateTime: '2019-05-01' });
    await besideMerge(app, built, () => importInto(app, clientId, ndjson(changed)));
    const { rows } = await sql`select patient_id as "patientId", onset_date::text as onset from patient_condition
      where source_id = ${`${id}-c1`}`.execute(app.db);
    expect(rows).toMatchObject([{ ...one, onset: expect.stringContaining('2019-05-01') }]);
    expect(await tablesOf(other)).toEqual([]);
  });

  test('counts what is not kept on the remaining record', async () => {
    const built = await build();
    const { clientId, number, one, other } = built;
    const order = { resourceType: 'ServiceRequest', id: 'order', subject: { reference: `Patient/${number}-Maria` } };
    await besideMerge(app, built, () => importInto(app, clientId, ndjson(order)));
    const { rows } = await sql`select patient_id as "patientId", how_many from import_not_kept
      where kind = 'ServiceRequest'`.execute(app.db);
    expect(rows).toEqual([{ ...one, how_many: 1 }]);
    expect(await tablesOf(other)).toEqual([]);
  });
});

describe('a possible duplicate', () => {
  const pairsOf = async ({ patientId }: { patientId: number }) =>
    (
      await sql<{ ids: number[] }>`select array[patient_id, other_patient_id] as ids from patient_duplicate
        where ${patientId} in (patient_id, other_patient_id) and status <> 'merged' order by 1`.execute(app.db)
    ).rows.map(({ ids }) => ids);

  test('is not found for the record that was merged', async () => {
    const built = await build();
    const { clientId, number, other } = built;
    const [maria] = (
      await sql<{ family: string }>`select last_name as family from patient
      where patient_id = ${other.patientId}`.execute(app.db)
    ).rows;
    const alike = patient(`${number}-alike`, {
      name: [{ family: maria?.family, given: ['Maria'] }],
      birthDate: '1951-01-02',
    });
    await besideMerge(app, built, () => importInto(app, clientId, transaction(alike)));
    expect(await pairsOf(other)).toEqual([]);
  });

  test('names the survivor of a merge of its other record, once the first merge is undone', async () => {
    const { caller, patientDuplicateId, one, other, clientId } = await build();
    const later = await buildPair(app, clientId);
    const far = later.otherPatientId;
    await sql`insert into patient_duplicate (patient_id, other_patient_id, reason)
      values (${other.patientId}, ${far}, 'ssn')`.execute(app.db);
    await caller.ok(mergePatients, { patientDuplicateId, survivingPatientId: one.patientId });
    expect(await pairsOf(one)).toEqual([[one.patientId, far]]);
    const { patientDuplicateId: laterId, patientId: survivor } = later;
    await caller.ok(mergePatients, { patientDuplicateId: laterId, survivingPatientId: survivor });
    await caller.ok(undoMerge, { patientDuplicateId });
    expect(await pairsOf(other)).toEqual([
      [one.patientId, other.patientId],
      [other.patientId, survivor],
    ]);
  });
});

test('every reference to a patient is guarded, or gives a reason why not', async () => {
  const { rows } = await sql<{ table: string; columns: string; guard: string | null }>`
    select c.conrelid::regclass::text as table, string_agg(a.attname, ', ' order by a.attnum) as columns,
      (select pg_get_triggerdef(t.oid) from pg_trigger t
        where t.tgrelid = c.conrelid and t.tgname = 'zz_patient_not_merged') as guard
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'patient'::regclass
    group by c.conrelid order by 1`.execute(app.db);
  const known = new Set([...patientTables.map(({ table }) => table), ...Object.keys(stayingTables)]);
  expect(rows.filter(({ table }) => !known.has(table))).toEqual([]);
  const unguarded = rows.filter(({ table, columns, guard }) => {
    const begin = `CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF ${columns} ON public.${table} FOR EACH ROW EXECUTE`;
    return guard?.startsWith(begin) !== true;
  });
  expect(unguarded.map(({ table }) => table)).toEqual(Object.keys(unguardedTables).toSorted());
});
