import { Random } from '@careloop/demo/random';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { createDatabase } from '../../platform/db/client.ts';
import { silentLog } from '../../platform/db/log.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import { mayFollowToUser } from './providerUser.ts';
import { isQueueWorked } from './worksQueues.ts';

// Compares the access functions of the database with rules over plain lists, for every combination of generated rows: users who
// are deactivated or administrators of the installation, proxies, permissions, shared items, and ids that are missing or null.

const random = new Random('access functions');
const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const clientIds = ids(700_001, 4);
const userIds = ids(700_101, 40);
const patientIds = ids(700_201, 25);
const subjectIds = ids(700_301, 25);
const missing = 799_999;

interface User {
  userId: number;
  isActive: boolean;
  isSuper: boolean;
  permissions: Set<string>;
  clientIds: Set<number>;
}
interface Item {
  id: number;
  type: 'referral' | 'consultation' | null;
  subject: number | null;
  patient: number;
  owner_user: number | null;
  owner_client: number | null;
  /** Users it was shared with. */
  granted: Set<number>;
}

const users: User[] = userIds.map((userId) => ({
  userId,
  isActive: random.chance(0.7),
  isSuper: random.chance(0.15),
  permissions: new Set(['ManageInstallation', 'ManageUsers', 'ManageWorkQueues'].filter(() => random.chance(0.25))),
  clientIds: new Set(clientIds.filter(() => random.chance(0.3))),
}));
/** Who acts for whom: `<proxy user id> <proxied user id>`. */
const proxies = new Set(
  ids(0, 50).flatMap(() => {
    const [proxy, proxied] = [random.pick(userIds), random.pick(userIds)];
    return proxy === proxied ? [] : [`${proxy} ${proxied}`];
  }),
);
const clientOf = new Map(patientIds.map((patientId) => [patientId, random.pick(clientIds)]));
/** Status by `<patient id> <user id>`. */
const members = new Map(
  ids(0, 300).map(() => [
    `${random.pick(patientIds)} ${random.pick(userIds)}`,
    random.pick(['accepted', 'accepted', 'invited', 'inactive', 'removed']),
  ]),
);
const items: Item[] = ids(700_401, 120).map((id) => {
  const type = random.chance(0.1) ? null : random.pick(['referral', 'consultation'] as const);
  const isOfUser = random.chance(0.5);
  return {
    id,
    type,
    subject: type === null ? null : random.pick(subjectIds),
    patient: random.pick(patientIds),
    owner_user: isOfUser ? random.pick(userIds) : null,
    owner_client: isOfUser ? null : random.pick(clientIds),
    granted: new Set(userIds.filter(() => random.chance(0.05))),
  };
});

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, maxConnections: 1, applicationName: 'test', log: silentLog });
  await db.transaction().execute(async (transaction) => {
    // Parents that no rule asks for are left out, which only the owner of the tables may do.
    await sql`set local role none`.execute(transaction);
    await sql`set local session_replication_role = replica`.execute(transaction);
    await addRows(transaction);
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function addRows(to: Db): Promise<void> {
  const pairs = (keys: Iterable<string>) => [...keys].map((key) => key.split(' ').map(Number));
  const rows = (values: readonly (readonly unknown[])[]) => sql.join(values.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into user_account (user_id, username, user_type, origin_client_id, first_name, last_name, is_active)
    values ${rows(users.map(({ userId, isSuper, isActive }) => [userId, `u${userId}`, isSuper ? 'system_administrator' : 'provider', clientIds[0], 'A', 'B', isActive]))}`.execute(
    to,
  );
  await sql`insert into user_permission (user_id, permission)
    values ${rows(users.flatMap((user) => [...user.permissions].map((one) => [user.userId, one])))}`.execute(to);
  await sql`insert into user_client (user_id, client_id)
    values ${rows(users.flatMap((user) => [...user.clientIds].map((one) => [user.userId, one])))}`.execute(to);
  await sql`insert into user_proxy (proxy_user_id, proxied_user_id, proxy_type)
    values ${rows(pairs(proxies).map((pair) => [...pair, 'administrator']))}`.execute(to);
  await sql`insert into patient (patient_id, client_id, mrn, first_name, last_name)
    values ${rows([...clientOf].map(([patientId, clientId]) => [patientId, clientId, `${patientId}`, 'A', 'B']))}`.execute(
    to,
  );
  await sql`insert into care_team_member (patient_id, user_id, status)
    values ${rows([...members].map(([key, status]) => [...key.split(' ').map(Number), status]))}`.execute(to);
  await sql`insert into work_queue_encounter (work_queue_encounter_id, work_queue_id, owner_user_id, owner_client_id, patient_id,
      subject_type, subject_id, encounter_date)
    select id, id, owner_user, owner_client, patient, type, subject, now()
    from json_to_recordset(${JSON.stringify(items)}::json) as x(id bigint, type text, subject bigint, patient bigint,
      owner_user bigint, owner_client bigint)`.execute(to);
  await sql`insert into work_queue_encounter_access (work_queue_encounter_id, user_id, granted_by_user_id)
    values ${rows(items.flatMap(({ id, granted }) => [...granted].map((userId) => [id, userId, userId])))}`.execute(to);
}

const userOf = (userId: number | null) => users.find((user) => user.userId === userId);
const askable = [...userIds, missing, null];

/** What the condition says about each case; `columns` are the columns of a case `c`. */
async function answers(condition: RawBuilder<boolean>, cases: readonly object[], columns: string): Promise<boolean[]> {
  const placed = JSON.stringify(cases.map((one, place) => ({ ...one, place })));
  const { rows } = await sql<{ holds: boolean | null }>`select ${condition} as holds
    from json_to_recordset(${placed}::json) as c(${sql.raw(columns)}, place int) order by place`.execute(db);
  return rows.map(({ holds }) => holds === true);
}

function expectBoth(expected: readonly boolean[]): void {
  expect(new Set(expected)).toEqual(new Set([true, false]));
}

test('what was sent to a record follows to an account of the client, or one linked by its administrators', async () => {
  const cases = ids(0, 1000).map(() => ({
    user_id: random.pick(askable),
    user_linked_by_user_id: random.pick(askable),
    client_id: random.pick([...clientIds, missing, null]),
  }));
  const expected = cases.map(({ user_id: userId, user_linked_by_user_id: linkedBy, client_id: clientId }) => {
    const isOf = (user: User | undefined) => clientId !== null && user?.clientIds.has(clientId) === true;
    const linker = userOf(linkedBy);
    const vouches = linker?.permissions.has('ManageInstallation') === true;
    return isOf(userOf(userId)) || vouches || (linker?.permissions.has('ManageUsers') === true && isOf(linker));
  });
  expectBoth(expected);
  const condition = mayFollowToUser('c', sql.ref('c.client_id'));
  const columns = 'user_id bigint, user_linked_by_user_id bigint, client_id bigint';
  expect(await answers(condition, cases, columns)).toEqual(expected);
});

test('a queue is worked by its owner or who acts for them, but nobody acts for an administrator of the installation', async () => {
  const worksQueues = (user: User) => user.isActive && user.permissions.has('ManageWorkQueues');
  const expected = askable.map((userId) => {
    const owner = userOf(userId);
    if (owner?.isActive !== true) return false;
    const proxied = users.filter((user) => !owner.isSuper && proxies.has(`${user.userId} ${owner.userId}`));
    return [owner, ...proxied].some(worksQueues);
  });
  expectBoth(expected);
  const cases = askable.map((userId) => ({ user_id: userId }));
  for (const condition of [isQueueWorked(sql.ref('c.user_id')), sql<boolean>`is_queue_worked(c.user_id)`]) {
    expect(await answers(condition, cases, 'user_id bigint')).toEqual(expected);
  }
});

test.each(['referral', 'consultation'] as const)('a %s is seen in a shared queue or a shared item', async (type) => {
  const some = (of: readonly number[], most: number) => random.some(of, random.int(0, most));
  let [seen, unseen] = [0, 0];
  for (const userId of userIds.slice(0, 15)) {
    const actor = { grantedUserId: userId, clientIds: some(clientIds, 2), coordinatorClientIds: some(clientIds, 1) };
    const cases = [...subjectIds, missing, null].flatMap((subjectId) =>
      [[], [null], some(userIds, 8), [...some(userIds, 8), null], [...userIds]].map((owners) => ({
        subjectId,
        owners,
      })),
    );
    const isGranted = ({ granted, patient: patientId }: Item) =>
      granted.has(userId) &&
      (actor.clientIds.includes(clientOf.get(patientId) ?? 0) || members.get(`${patientId} ${userId}`) === 'accepted');
    const isSeen = (item: Item) =>
      (item.owner_client !== null && actor.coordinatorClientIds.includes(item.owner_client)) || isGranted(item);
    const expected = cases.map(({ subjectId, owners }) =>
      items.some(
        (item) =>
          subjectId !== null &&
          item.type === type &&
          item.subject === subjectId &&
          !(item.owner_user !== null && owners.includes(item.owner_user)) &&
          isSeen(item),
      ),
    );
    const condition = isSeenInQueue(actor, type, sql`c.subject`, sql`c.owners`);
    const rows = cases.map(({ subjectId, owners }) => ({ subject: subjectId, owners }));
    expect(await answers(condition, rows, 'subject bigint, owners bigint[]')).toEqual(expected);
    // Without exceptions it is as with none.
    const all = rows.flatMap((row, index) => (row.owners.length === 0 ? [{ row, holds: expected[index] }] : []));
    const found = await answers(
      isSeenInQueue(actor, type, sql`c.subject`),
      all.map(({ row }) => row),
      'subject bigint',
    );
    expect(found).toEqual(all.map(({ holds }) => holds));
    seen += expected.filter(Boolean).length;
    unseen += expected.filter((one) => !one).length;
  }
  expect(Math.min(seen, unseen)).toBeGreaterThan(100);
});
