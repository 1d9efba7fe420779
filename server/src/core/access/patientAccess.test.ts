import type { CareTeamMemberStatus } from '@careloop/contracts/codes';
import { Random } from '@careloop/demo/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { inSightOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { findActor } from '../../platform/identity/findActor.ts';
import {
  isPendingInvite,
  maySeePatient,
  seesByTeamOrClient,
  sightOfUser,
  userSeesByTeamOrClient,
} from './patientAccess.ts';
import { patientAudience } from './patientAudience.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

// Generates users, proxies, allocations, memberships and emergency access windows. Works out from plain lists who may see
// whom by the rules of docs/domain/patients.md, and compares that with the predicates for every pair.

const counts = { clients: 5, users: 50, patients: 140, proxies: 70, members: 900, windows: 150, requests: 200 };
const statuses: CareTeamMemberStatus[] = [
  'accepted',
  'accepted',
  'invited',
  'declined',
  'removed',
  'inactive',
  'cancelled',
];

interface User {
  userId: number;
  clientIds: Set<number>;
  seesAll: boolean;
  isActive: boolean;
  isSuper: boolean;
}
interface Patient {
  patientId: number;
  clientId: number;
  isMerged: boolean;
}

let app: TestApp;
const random = new Random('patient access');
const users: User[] = [];
const patients: Patient[] = [];
/** Keys: `<proxy user id> <proxied user id>`. */
const proxies = new Set<string>();
/** Keys: `<patient id> <user id>`. */
const members = new Map<string, CareTeamMemberStatus>();
/** Emergency access that is open now. Keys: `<patient id> <user id>`. */
const windows = new Set<string>();

beforeAll(async () => {
  app = await startTestApp();
  await generateOrganization();
  await generateMembers();
});
afterAll(() => app.stop());

async function generateOrganization(): Promise<void> {
  const clientIds: number[] = [];
  for (let number = 0; number < counts.clients; number += 1) clientIds.push((await buildClient(app.db)).clientId);
  for (let number = 0; number < counts.users; number += 1) {
    const seesAll = random.chance(0.15);
    const home = random.pick(clientIds);
    const { userId } = await buildUser(app.db, { clientId: home, permissions: seesAll ? ['ViewAllPatients'] : [] });
    const other = random.pick(clientIds.filter((id) => id !== home));
    const own = new Set(random.chance(0.3) ? [home, other] : [home]);
    if (own.size === 2) await app.db.insertInto('user_client').values({ user_id: userId, client_id: other }).execute();
    users.push({ userId, clientIds: own, seesAll, isActive: true, isSuper: false });
  }
  const { rows } = await sql<{ patient_id: number; client_id: number }>`
    insert into patient (client_id, mrn, first_name, last_name, gender)
    select (${clientIds}::bigint[])[1 + n % ${clientIds.length}], 'A' || n, 'Ada', 'Patient' || n, 'unknown'
    from generate_series(1, ${counts.patients}) n returning patient_id, client_id`.execute(app.db);
  const merged = new Set(rows.filter(() => random.chance(0.05)).map((row) => row.patient_id));
  for (const row of rows) {
    patients.push({ patientId: row.patient_id, clientId: row.client_id, isMerged: merged.has(row.patient_id) });
  }
  for (let number = 0; number < counts.proxies; number += 1) {
    const [proxy, proxied] = random.some(users, 2);
    if (proxy !== undefined && proxied !== undefined) proxies.add(`${proxy.userId} ${proxied.userId}`);
  }
  for (const pair of proxies) {
    const [proxy, proxied] = pair.split(' ').map(Number);
    await sql`insert into user_proxy (proxy_user_id, proxied_user_id, proxy_type)
      values (${proxy}, ${proxied}, 'office_user')`.execute(app.db);
  }
}

async function generateMembers(): Promise<void> {
  for (let number = 0; number < counts.members; number += 1) {
    members.set(`${random.pick(patients).patientId} ${random.pick(users).userId}`, random.pick(statuses));
  }
  const rows = [...members].map(
    ([pair, status]) => [...pair.split(' ').map(Number), status] as [number, number, string],
  );
  await sql`insert into care_team_member (patient_id, user_id, status)
    select * from unnest(${rows.map(([patientId]) => patientId)}::bigint[], ${rows.map(([, userId]) => userId)}::bigint[],
      ${rows.map(([, , status]) => status)}::text[])`.execute(app.db);
  for (let number = 0; number < counts.windows; number += 1) {
    const [{ patientId }, { userId }, isOpen] = [random.pick(patients), random.pick(users), random.chance(0.5)];
    if (isOpen) windows.add(`${patientId} ${userId}`);
    await sql`insert into break_glass_access (patient_id, user_id, reason, expires_at)
      values (${patientId}, ${userId}, 'x', now() + ${isOpen ? '1 hour' : '-1 second'}::interval)`.execute(app.db);
  }
  // Access requests grant nothing, whatever their status.
  for (let number = 0; number < counts.requests; number += 1) {
    const [patient, { userId }] = [random.pick(patients), random.pick(users)];
    await sql`insert into access_request (patient_id, client_id, user_id, requested_by_user_id, reason, status)
      values (${patient.patientId}, ${patient.clientId}, ${userId}, ${userId}, 'x', ${random.pick(['pending', 'approved', 'declined', 'withdrawn'])})
      on conflict do nothing`.execute(app.db);
  }
  const survivor = patients.find(({ isMerged }) => !isMerged)?.patientId;
  const merged = patients.filter(({ isMerged }) => isMerged).map(({ patientId }) => patientId);
  await sql`update patient set merged_into_patient_id = ${survivor} where patient_id = any(${merged}::bigint[])`.execute(
    app.db,
  );
  // A proxy for a deactivated user or a super user no longer counts, though its row still exists.
  for (const user of users.filter(() => random.chance(0.08))) user.isActive = false;
  for (const user of users.filter(({ isActive }) => isActive && random.chance(0.08))) user.isSuper = true;
  await sql`update user_account set is_active = user_id <> all(${idsOf(({ isActive }) => !isActive)}::bigint[]),
    user_type = case when user_id = any(${idsOf(({ isSuper }) => isSuper)}::bigint[]) then 'system_administrator' else user_type end`.execute(
    app.db,
  );
}

const idsOf = (isWanted: (user: User) => boolean) => users.filter(isWanted).map(({ userId }) => userId);
const byId = (userId: number) => users.find((user) => user.userId === userId);

/** Users that a user may act for, not including themselves. */
const actedFor = (userId: number) =>
  users.filter((one) => one.isActive && !one.isSuper && proxies.has(`${userId} ${one.userId}`));

interface Expected {
  may: boolean;
  /** Access by something other than emergency access. */
  regular: boolean;
  invited: boolean;
}

/**
 * @param persons the users whose memberships and clients count
 * @param grantedUserId the user whose emergency access counts
 */
function expectedOf(
  { patientId, clientId, isMerged }: Patient,
  persons: readonly User[],
  grantedUserId: number | null,
): Expected {
  const statusesHere = persons.map(({ userId }) => members.get(`${patientId} ${userId}`));
  const regular =
    statusesHere.includes('accepted') || persons.some(({ seesAll, clientIds }) => seesAll && clientIds.has(clientId));
  const may = !isMerged && (regular || windows.has(`${patientId} ${grantedUserId}`));
  return { may, regular, invited: statusesHere.includes('invited') };
}

async function answeredFor(actor: Actor) {
  const { rows } = await sql<{ patient_id: number } & Expected>`select p.patient_id, ${maySeePatient(actor)} as may,
      ${seesByTeamOrClient(actor)} as regular,
      exists (select from care_team_member m where m.patient_id = p.patient_id and ${isPendingInvite(actor)}) as invited
    from patient p order by 1`.execute(app.db);
  return new Map(rows.map(({ patient_id: patientId, ...answer }) => [patientId, answer]));
}

async function actorOf({ userId }: User): Promise<Actor> {
  const { token } = await app.as({ userId });
  const found = await findActor(app.db, tokenDigest(app.deps.sessionSecret, token));
  if (found === null) throw new Error(`No actor for ${userId}`);
  return found.actor;
}

test('the predicates match the rules for every user, patient and person acted for', async () => {
  let [cases, open, invited] = [0, 0, 0];
  for (const user of users.filter(({ isActive }) => isActive)) {
    const actor = await actorOf(user);
    const proxied = actedFor(user.userId);
    const ways = [
      { actor, persons: [user, ...proxied], grantedUserId: user.userId },
      ...proxied.map((one) => {
        const named = inSightOf({ ...actor, onBehalfOfUserId: one.userId });
        // Emergency access is personal: neither that person's nor the user's own counts.
        return { actor: named, persons: [one], grantedUserId: null };
      }),
    ];
    for (const way of ways) {
      const answers = await answeredFor(way.actor);
      for (const patient of patients) {
        const expected = expectedOf(patient, way.persons, way.grantedUserId);
        const about = { user: user.userId, for: way.actor.onBehalfOfUserId, patient: patient.patientId };
        expect({ ...about, ...answers.get(patient.patientId) }).toEqual({ ...about, ...expected });
        cases += 1;
        open += Number(expected.may);
        invited += Number(expected.invited);
      }
    }
  }
  expect(cases).toBeGreaterThan(10_000);
  // Enough of each, so that a predicate that is always or never true fails.
  expect([open, invited].every((count) => count > 300 && count < cases - 300)).toBe(true);
});

test('the predicate for several users at once gives the same results, without emergency access', async () => {
  const { rows } = await sql<{ patient_id: number; user_id: number }>`select p.patient_id, u.user_id
    from patient p cross join user_account u
    where p.merged_into_patient_id is null and u.is_active
      and ${userSeesByTeamOrClient(sightOfUser(sql`u.user_id`), sql`p.patient_id`)}`.execute(app.db);
  const answered = new Set(rows.map((row) => `${row.patient_id} ${row.user_id}`));
  const expected = patients
    .filter(({ isMerged }) => !isMerged)
    .flatMap((patient) =>
      users
        .filter(({ isActive, userId }) => isActive && expectedOf(patient, [...ownAnd(userId)], null).regular)
        .map(({ userId }) => `${patient.patientId} ${userId}`),
    );
  expect(answered).toEqual(new Set(expected));
});

function ownAnd(userId: number): User[] {
  const own = byId(userId);
  return own === undefined ? [] : [own, ...actedFor(userId)];
}

test('the rooms of a patient’s audience contain exactly the users who see the patient themselves', async () => {
  for (const patient of patients.filter(({ isMerged }) => !isMerged)) {
    const rooms = new Set<string>(await patientAudience.findRooms(app.db, patient.patientId));
    const heard = users.filter(
      ({ userId, seesAll, clientIds }) =>
        rooms.has(`user:${userId}`) ||
        rooms.has(`self:${userId}`) ||
        (seesAll && rooms.has(`client:${patient.clientId}`) && clientIds.has(patient.clientId)),
    );
    // Proxies join the room of the user they act for, so emergency access must not add that room.
    const lent = users.filter(({ userId }) => rooms.has(`user:${userId}`)).map(({ userId }) => userId);
    expect(lent.filter((userId) => members.get(`${patient.patientId} ${userId}`) !== 'accepted')).toEqual([]);
    const seen = users.filter((user) => expectedOf(patient, [user], user.userId).may);
    expect({ ...patient, heard: heard.map(({ userId }) => userId) }).toEqual({
      ...patient,
      heard: seen.map(({ userId }) => userId),
    });
  }
});
