import { messagePageSize } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { Random } from '@careloop/demo/random';
import { writeCursor } from '@careloop/server/src/platform/db/cursor';
import { isoTimestamp } from '@careloop/server/src/platform/db/isoTimestamp';
import { findConversations } from '@careloop/server/src/features/messages/shared/listQuery';
import { sql } from 'kysely';

import { createCapture, FloorPlanBuilder } from '../../capture.ts';
import { plannedCount } from '../../world/plannedCount.ts';
import type { World } from '../../world/world.ts';
import type { Facts, Line, PlannedRequest } from '../line.ts';
import type { Messenger } from '../messengers.ts';
import { signInBusiest, signInBusiestCoordinator } from './busiest.ts';
import { growthGoal } from '../../goals.ts';

const requestCount = 50;

/**
 * Any two members in either world share more conversations than this; otherwise a full page would be compared with half
 * a page.
 */
const sharedByAll = 5;

/** The query of one call, and the same filter as a condition on a membership `m` and its conversation `c`. */
interface Search {
  query: Record<string, string>;
  condition: ReturnType<typeof sql>;
  /** Page size; defaults to the usual one. */
  pageSize?: number;
}

interface Variant {
  what: string;
  signIn: (world: World) => Promise<Messenger>;
  search: (world: World, person: Messenger, random: Random) => Promise<Search>;
}

const whole: Search = { query: {}, condition: sql`not m.is_archived` };

const variants: Variant[] = [
  { what: 'first page', signIn: signInBusiest, search: () => Promise.resolve(whole) },
  {
    what: 'first page, of who sees every patient',
    signIn: signInBusiestCoordinator,
    search: () => Promise.resolve(whole),
  },
  { what: 'a page of the older half, by cursor', signIn: signInBusiest, search: behindCursor },
  {
    what: 'unread only',
    signIn: signInBusiest,
    search: (_world, { userId }) =>
      Promise.resolve({
        query: { unreadOnly: 'true' },
        condition: sql`not m.is_archived and exists (select from user_message n where n.user_id = ${userId}
          and n.conversation_id = m.conversation_id and n.read_at is null)`,
      }),
  },
  {
    what: 'urgent only',
    signIn: signInBusiest,
    search: () =>
      Promise.resolve({
        query: { urgentOnly: 'true' },
        condition: sql`not m.is_archived and exists (select from message g where g.conversation_id = m.conversation_id and g.priority = 'urgent')`,
      }),
  },
  { what: 'with a colleague', signIn: signInBusiest, search: withColleague },
  { what: 'about a patient', signIn: signInBusiest, search: aboutPatient },
  {
    what: 'archived ones included',
    signIn: signInBusiest,
    search: () => Promise.resolve({ query: { includeArchived: 'true' }, condition: sql`true` }),
  },
];

/** The list of conversations with each filter and order. */
export const listLines: readonly Line[] = variants.map(({ what, signIn, search }) => ({
  title: `messages: list, ${what}`,
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const person = await signIn(world);
    const { userId, token } = person;
    const random = new Random(what);
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { condition, pageSize = messagePageSize, ...wanted } = await search(world, person, random);
      const query = { ...wanted.query, pageSize: String(pageSize) };
      const input = getUserConversations.input.parse(query);
      floor.add(await capture((db) => findConversations(db, { userId, memberId: userId }, input)));
      const path = `/api${getUserConversations.path}?${new URLSearchParams(query).toString()}`;
      requests.push({ method: 'GET', path, token, facts: await findFacts(world, userId, condition, pageSize) });
    }
    return { requests, floor: floor.build() };
  },
}));

async function behindCursor(world: World, { userId }: Messenger, random: Random): Promise<Search> {
  const total = await countConversations(world, userId);
  const offset = random.int(Math.floor(total / 2), total - messagePageSize - 1);
  const { rows } = await sql<{ key: string; id: number }>`
    select ${isoTimestamp('m.last_message_at')} as key, m.conversation_id as id from conversation_member m
    where m.user_id = ${userId} and not m.is_archived
    order by m.last_message_at desc, m.conversation_id desc offset ${offset} limit 1`.execute(world.db);
  const [cursor] = rows;
  if (cursor === undefined) throw new Error('There are too few conversations');
  return {
    query: { cursor: writeCursor(cursor) },
    condition: sql`not m.is_archived and (m.last_message_at, m.conversation_id) < (${cursor.key}::timestamptz, ${cursor.id})`,
  };
}

async function countConversations({ db }: World, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from conversation_member m
    where m.user_id = ${userId} and not m.is_archived`.execute(db);
  return rows[0]?.count ?? 0;
}

async function withColleague({ db }: World, { userId }: Messenger, random: Random): Promise<Search> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.user_id as id from conversation_member m
    join conversation_member o on o.conversation_id = m.conversation_id and o.user_id <> m.user_id
    where m.user_id = ${userId} order by 1`.execute(db);
  const colleagueId = random.pick(rows).id;
  return {
    query: { memberUserId: String(colleagueId) },
    pageSize: sharedByAll,
    condition: sql`not m.is_archived and ${colleagueId} = any(c.member_ids)`,
  };
}

async function aboutPatient({ db }: World, { userId }: Messenger, random: Random): Promise<Search> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.patient_id as id from conversation_member m join conversation c using (conversation_id)
    where m.user_id = ${userId} order by 1`.execute(db);
  const patientId = random.pick(rows).id;
  return {
    query: { patientId: String(patientId) },
    condition: sql`not m.is_archived and c.patient_id = ${patientId}`,
  };
}

async function findFacts(
  { db }: World,
  userId: number,
  condition: Search['condition'],
  pageSize: number,
): Promise<Facts> {
  const { rows } = await sql<{ key: string; message: string; unread: number }>`
    select c.conversation_key as key, g.message, (select count(*)::int from user_message n where n.user_id = ${userId}
      and n.conversation_id = c.conversation_id and n.read_at is null) as unread
    from conversation_member m join conversation c using (conversation_id)
    join message g on g.conversation_id = c.conversation_id and g.sequence = c.last_sequence
    where m.user_id = ${userId} and ${condition}
    order by m.last_message_at desc, c.conversation_id desc limit ${pageSize}`.execute(db);
  if (rows.length === 0) throw new Error('A list would be empty');
  const items = rows.flatMap(({ key, message, unread }, index) => [
    [`items.${index}.conversationKey`, key],
    [`items.${index}.lastMessage.message`, message],
    [`items.${index}.unreadMessageCount`, unread],
  ]);
  return { 'items.length': rows.length, ...(Object.fromEntries(items) as Facts) };
}
