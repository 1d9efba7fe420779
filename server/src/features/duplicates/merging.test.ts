import { listCareTeam } from '@careloop/contracts/care-teams';
import { cancelConsultation, createConsultation } from '@careloop/contracts/consultations';
import { getDuplicate, listDuplicates, mergePatients, undoMerge } from '@careloop/contracts/duplicates';
import { getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import { markConversationRead } from '@careloop/contracts/messages';
import { canAccessPatient, getPatientInfo, listEncounters } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildMessenger, send } from '../../../test/conversations.ts';
import { addToBoth, buildPair, buildReviewer, importInto, snapshotOf } from '../../../test/duplicates.ts';
import { addToCareTeam, buildProvider, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { patientTables, stayingTables } from './patientTables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const total = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(Object.entries(one).map(([key, count]) => [key, count + (other[key] ?? 0)]));

/** Two records with charts, messages, referrals and care teams. */
async function buildCharts() {
  const { caller, clientId, userId } = await buildReviewer(app);
  const pair = await buildPair(app, clientId);
  const [ann, bob, cy] = await Promise.all([1, 2, 3].map(() => buildMessenger(app.db, { clientId })));
  if (ann === undefined || bob === undefined || cy === undefined) throw new Error('No users');
  await addToBoth(app, pair, ann, bob);
  await addToCareTeam(app.db, pair.other, cy);
  const callers = { ann: await app.as(ann), bob: await app.as(bob), cy: await app.as(cy) };
  const receiver = await buildProvider(app.db, { clientId });
  const parties = { receiver, referredBy: await buildProvider(app.db, { clientId }) };
  const refer = (patient: { patientId: number }) =>
    caller.ok(createReferral, referralInput({ patient: { mrn: '', clientId, ...patient }, ...parties }));
  await refer(pair.one);
  await refer(pair.other);
  return { ...pair, caller, clientId, userId, users: { ann, bob, cy }, ...callers, refer };
}

/** Messages in both directions about both records. */
async function buildMessages({ ann, bob, one, other }: Awaited<ReturnType<typeof buildCharts>>) {
  const say = (from: Caller, to: Caller, about: { patientId: number }, message: string, priority?: 'urgent') =>
    send(from, [to], { ...about, message, ...(priority !== undefined && { priority: 1 }) });
  const first = await say(ann, bob, one, 'one 1');
  const second = await say(ann, bob, other, 'two 1');
  await say(bob, ann, one, 'one 2');
  await say(bob, ann, other, 'two 2', 'urgent');
  await say(ann, bob, one, 'one 3');
  await bob.ok(markConversationRead, { conversationKey: first.conversationKey });
  return { first, second };
}

const openPair = async (caller: Caller, patientDuplicateId: number) =>
  await caller.ok(getDuplicate, { patientDuplicateId });

const keepFirst = async (caller: Caller, { patientDuplicateId, patientId }: Awaited<ReturnType<typeof buildPair>>) => {
  const { version, patients } = await openPair(caller, patientDuplicateId);
  const versions = patients.map((patient) => ({ patientId: patient.patientId, version: patient.version }));
  return await caller.ok(mergePatients, { patientDuplicateId, survivingPatientId: patientId, version, versions });
};

describe('a merge', () => {
  test('combines the charts, lets imports find the survivor, and can be undone completely', async () => {
    const charts = await buildCharts();
    const { caller, clientId, patientDuplicateId, one, other, files } = charts;
    await buildMessages(charts);
    const before = await snapshotOf(app);
    const compared = await openPair(caller, patientDuplicateId);
    const [first, second] = compared.patients;
    expect(compared).toMatchObject({ status: 'open', reason: 'mrn', differences: ['name', 'birthDate'] });
    expect(compared.can).toMatchObject({ merge: true, keepApart: true });
    expect(first?.counts).toMatchObject({ encounters: 2, conditions: 2, documents: 1, referrals: 1, conversations: 1 });

    await keepFirst(caller, charts);
    const merged = await openPair(caller, patientDuplicateId);
    const [survivor] = merged.patients;
    const sum = total(first?.counts ?? {}, second?.counts ?? {});
    // The same people have one conversation about a patient, and no one is on a care team twice.
    expect(survivor?.counts).toEqual({ ...sum, conversations: 1, careTeam: 3 });
    expect(merged).toMatchObject({ status: 'merged', survivingPatientId: one.patientId, can: { undoMerge: true } });
    expect((await caller.ok(listEncounters, one)).items).toHaveLength(4);
    expect((await caller.ok(getPatientInfo, one)).isPossibleDuplicate).toBe(false);
    expect(await caller.fail(getPatientInfo, other)).toMatchObject({ code: 'unauthorized_patient' });
    expect(await charts.cy.ok(canAccessPatient, other)).toMatchObject({
      canAccessPatient: false,
      hasPendingInvite: false,
      mergedIntoPatientId: one.patientId,
    });

    const afterMerge = await snapshotOf(app);
    for (const file of files) expect((await importInto(app, clientId, file)).hasChanges).toBe(false);
    expect(await snapshotOf(app)).toEqual(afterMerge);

    await caller.ok(undoMerge, { patientDuplicateId, version: merged.version });
    expect(await snapshotOf(app)).toEqual(before);
    for (const file of files) expect((await importInto(app, clientId, file)).hasChanges).toBe(false);
    expect((await openPair(caller, patientDuplicateId)).status).toBe('open');
  });

  test('does not announce an unread urgent message earlier', async () => {
    const charts = await buildCharts();
    const { caller, ann, bob, one, other } = charts;
    await send(ann, [bob], one);
    await send(ann, [bob], { ...other, priority: 4 });
    await keepFirst(caller, charts);
    // Jobs with the numbers that the message had before find none.
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from j.start_after - m.date_sent) / 60)::int as minutes from pgboss.job j
      join message m on m.conversation_id = (j.data->>'conversationId')::bigint and m.sequence = (j.data->>'sequence')::int
      where j.name = 'escalate-urgent-message'`.execute(app.db);
    expect(rows).toEqual([{ minutes: 15 }]);
  });

  test('combines messages between the same people in order, and keeps their unread state', async () => {
    const charts = await buildCharts();
    const { caller, ann, bob, one } = charts;
    const { first, second } = await buildMessages(charts);
    const unread = (await bob.ok(getUnreadMessageCount, {})).unreadMessageCount;
    expect(unread).toBe(1);
    await keepFirst(caller, charts);
    const { items } = await bob.ok(getUserConversations, {});
    expect(items.map(({ conversationKey }) => conversationKey)).toEqual([first.conversationKey]);
    const read = await bob.ok(getUserConversationMessages, { conversationKey: first.conversationKey });
    const inOrder = read.items.toSorted((a, b) => a.sequence - b.sequence);
    expect(inOrder.map(({ message }) => message)).toEqual(['one 1', 'two 1', 'one 2', 'two 2', 'one 3']);
    expect(inOrder.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect((await bob.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(unread);
    const conversation = await bob.ok(getSingleUserConversation, { conversationKey: first.conversationKey });
    expect(conversation.firstUnreadSequence).toBe(2);
    expect(await bob.fail(getUserConversationMessages, { conversationKey: second.conversationKey })).toMatchObject({
      code: 'no_access',
    });
    // A new message goes to the combined conversation, and prevents an undo.
    const next = await send(ann, [bob], { ...one, message: 'one 4' });
    expect(next).toMatchObject({ conversationKey: first.conversationKey, sequence: 6 });
    const { can } = await openPair(caller, charts.patientDuplicateId);
    expect(can['undoMerge']).toBe('This merge cannot be undone. Since then: 1 conversation changed.');
  });

  test('cannot be undone once something new depends on it, with the reason', async () => {
    const charts = await buildCharts();
    const { caller, one, clientId, patientDuplicateId, refer } = charts;
    await keepFirst(caller, charts);
    await refer(one);
    await addToCareTeam(app.db, one, await buildMessenger(app.db, { clientId }));
    await sql`update patient set home_phone = '6175550123' where patient_id = ${one.patientId}`.execute(app.db);
    const failure = await caller.fail(undoMerge, { patientDuplicateId });
    expect(failure).toMatchObject({
      code: 'wrong_state',
      message:
        "This merge cannot be undone. Since then: 1 referral added, 1 queue item added, 1 care team member added, the patient's details were changed.",
    });
  });

  test('can be undone after a user read an answer, since read state does not count as a change', async () => {
    const charts = await buildCharts();
    const { caller, one, patientDuplicateId } = charts;
    await sql`update referral set is_answer_unread = true where patient_id = ${one.patientId}`.execute(app.db);
    await keepFirst(caller, charts);
    await sql`update referral set is_answer_unread = false where patient_id = ${one.patientId}`.execute(app.db);
    await caller.ok(undoMerge, { patientDuplicateId });
  });

  test('fills in values the survivor lacks, and gives members of both care teams the stronger membership', async () => {
    const charts = await buildCharts();
    const { caller, one, other, users } = charts;
    await sql`update patient set cell_phone = '6175550111', city = 'Boston' where patient_id = ${other.patientId}`.execute(
      app.db,
    );
    await sql`update patient set address1 = '1 Elm St' where patient_id = ${one.patientId}`.execute(app.db);
    await sql`update care_team_member set status = 'removed' where patient_id = ${one.patientId}
      and user_id = ${users.ann.userId}`.execute(app.db);
    await keepFirst(caller, charts);
    const info = await charts.ann.ok(getPatientInfo, one);
    expect(info).toMatchObject({ cellPhone: '6175550111', address1: '1 Elm St', city: null, firstName: 'Ada' });
  });

  test('gives a member of both teams every column of the stronger membership', async () => {
    const charts = await buildCharts();
    const { caller, one, other, users, clientId, patientDuplicateId } = charts;
    const { healthcareProviderId, userId } = await buildProvider(app.db, { clientId });
    const consultation = { patientId: other.patientId, healthcareProviderId, requestNotes: 'May she take both?' };
    const { careCoordinatorRequestId } = await caller.ok(createConsultation, consultation);
    const values = {
      relationship_type: 'new',
      reason: 'x',
      invitation_text: 'y',
      status_changed_at: new Date(0),
      accepted_through: 'message',
    };
    await app.db
      .updateTable('care_team_member as m')
      .set({ ...values, is_pcp: true, was_pcp: true })
      .set('joined_by_consultation_id', careCoordinatorRequestId)
      .set('joined_by_referral_id', sql`(select min(referral_id) from referral where patient_id = m.patient_id)`)
      .where('patient_id', '=', other.patientId)
      .where('user_id', '=', users.ann.userId)
      .execute();
    await sql`update care_team_member set status = 'inactive' where patient_id = ${one.patientId}`.execute(app.db);
    await addToCareTeam(app.db, one, { userId }, 'inactive');
    const restored = patientTables.find(({ table }) => table === 'care_team_member')?.restored ?? [];
    const columnsOf = async ({ patientId }: { patientId: number }) => {
      const { rows } = await sql<Record<string, unknown>>`select ${sql.join(restored.map((column) => sql.ref(column)))}
        from care_team_member where patient_id = ${patientId} and user_id = ${users.ann.userId}`.execute(app.db);
      return rows[0] ?? {};
    };
    const [weaker, stronger] = [await columnsOf(one), await columnsOf(other)];
    expect(restored.filter((column) => weaker[column] === stronger[column])).toEqual([]);
    const before = await snapshotOf(app);
    await keepFirst(caller, charts);
    expect(await columnsOf(one)).toEqual(stronger);
    await caller.ok(undoMerge, { patientDuplicateId });
    expect(await snapshotOf(app)).toEqual(before);

    // The receiver of the consultation joined by it, so their access ends with it.
    await keepFirst(caller, charts);
    const receiver = await app.as({ userId });
    await receiver.ok(getPatientInfo, one);
    await caller.ok(cancelConsultation, { careCoordinatorRequestId, version: 1 });
    expect(await receiver.fail(getPatientInfo, one)).toMatchObject({ code: 'unauthorized_patient' });
  });

  test.each([
    ['the survivor’s team has one', 'bob', 'cy', 'bob'],
    ['the survivor’s team has one, and somebody else on both teams has that role on the other', 'bob', 'ann', 'bob'],
    ['a user on both teams has that role on each', 'ann', 'ann', 'ann'],
    ['only the other team has one', null, 'cy', 'cy'],
    ['only the other team has one, who is on both', null, 'ann', 'ann'],
  ] as const)('keeps one primary care provider if %s; an undo restores each', async (_case, ofOne, ofOther, kept) => {
    const charts = await buildCharts();
    const { caller, one, other, users, patientDuplicateId } = charts;
    const pcpsOf = async (patientId: number) => {
      const { rows } = await sql<{ userId: number }>`select user_id as "userId" from care_team_member
        where patient_id = ${patientId} and is_pcp`.execute(app.db);
      return rows.map(({ userId }) => userId);
    };
    for (const [{ patientId }, name] of [[one, ofOne] as const, [other, ofOther] as const]) {
      if (name === null) continue;
      await sql`update care_team_member set is_pcp = true where patient_id = ${patientId}
        and user_id = ${users[name].userId}`.execute(app.db);
    }
    const before = await snapshotOf(app);
    await keepFirst(caller, charts);
    expect(await pcpsOf(one.patientId)).toEqual([users[kept].userId]);
    await caller.ok(undoMerge, { patientDuplicateId });
    expect(await snapshotOf(app)).toEqual(before);
  });

  test('keeps the primary care provider in the survivor’s record, whoever has that role on the other team', async () => {
    const charts = await buildCharts();
    const { caller, one, other, users } = charts;
    await sql`update patient set pcp_name = 'Grey, Meredith' where patient_id = ${one.patientId}`.execute(app.db);
    await sql`update care_team_member set is_pcp = true where patient_id = ${other.patientId}
      and user_id = ${users.cy.userId}`.execute(app.db);
    await keepFirst(caller, charts);
    const { members, pcpWithoutUser } = await caller.ok(listCareTeam, one);
    expect(members.filter(({ isPcp }) => isPcp)).toEqual([]);
    expect(pcpWithoutUser).toBe('Grey, Meredith');
  });

  test('can be undone only after a later merge is undone', async () => {
    const { caller, clientId } = await buildReviewer(app);
    const [low, high] = [await buildPair(app, clientId), await buildPair(app, clientId)];
    const { rows } = await sql<{ id: number }>`insert into patient_duplicate (patient_id, other_patient_id, reason)
      values (${high.patientId}, ${low.otherPatientId}, 'ssn') returning patient_duplicate_id as id`.execute(app.db);
    const between = rows[0]?.id ?? 0;
    await keepFirst(caller, low);
    // The pair of the merged record now belongs to the survivor.
    const moved = await openPair(caller, between);
    expect(new Set(moved.patients.map(({ patientId }) => patientId))).toEqual(new Set([low.patientId, high.patientId]));
    await caller.ok(mergePatients, { patientDuplicateId: between, survivingPatientId: high.patientId });
    expect(await caller.ok(canAccessPatient, low.other)).toMatchObject({ mergedIntoPatientId: high.patientId });
    expect((await openPair(caller, low.patientDuplicateId)).can['undoMerge']).toMatch(/^Undo the later merge of PAIR/);
    await caller.ok(undoMerge, { patientDuplicateId: between });
    await caller.ok(undoMerge, { patientDuplicateId: low.patientDuplicateId });
    expect((await caller.ok(listDuplicates, { patientId: low.otherPatientId })).items).toHaveLength(2);
  });
});

test('every table that refers to a patient is moved by a merge, or gives a reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%patient_id'
      and c.table_name !~ '^audit_(event|patient)_'
    order by 1`.execute(app.db);
  const known = [...patientTables.map(({ table }) => table), ...Object.keys(stayingTables)];
  expect(known.toSorted()).toEqual([...rows.map(({ name }) => name), 'source_key'].toSorted());
});
