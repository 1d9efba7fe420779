import type { Endpoint } from '@careloop/contracts/endpoint';
import {
  getMessagePage,
  getUnreadMessageCount,
  getUserConversationMessages,
  messagePageSize,
} from '@careloop/contracts/messages';
import {
  findInConversation,
  getConversationPage,
  getSingleUserConversation,
} from '@careloop/contracts/messages/conversations';
import { Random } from '@careloop/demo/random';
import type { Db } from '@careloop/server/src/platform/db/client';
import { writeCursor } from '@careloop/server/src/platform/db/cursor';
import { isoTimestamp } from '@careloop/server/src/platform/db/isoTimestamp';
import { findConversation } from '@careloop/server/src/features/messages/conversationQuery';
import { findPlace } from '@careloop/server/src/features/messages/shared/listQuery';
import { findMessagePlace, findMessages, searchMessages } from '@careloop/server/src/features/messages/messagesQuery';
import { countUnread } from '@careloop/server/src/features/messages/shared/unread';
import { sql } from 'kysely';

import { createCapture, FloorPlanBuilder } from '../../capture.ts';
import { plannedCount } from '../../world/plannedCount.ts';
import type { World } from '../../world/world.ts';
import type { Facts, Line } from '../line.ts';
import type { Messenger } from '../messengers.ts';
import { findLongest, signInBusiest } from './busiest.ts';
import type { LongConversation } from './busiest.ts';
import { growthGoal } from '../../goals.ts';

const requestCount = 50;
/** `findInConversation` fetches one more row than it shows. */
const mostFound = 50;

/** One call in the longest conversation. */
interface Call {
  endpoint: Endpoint;
  query: Record<string, string>;
  /** The product's queries for this call. */
  run: (db: Db) => Promise<unknown>;
  facts: Facts;
}

interface Place {
  world: World;
  person: Messenger;
  longest: LongConversation;
  random: Random;
}

/** Calls on a conversation, made in the longest one of the user with the most conversations. */
export const conversationLines: readonly Line[] = [
  lineOf('open the longest conversation, newest page', (place) => openPage(place, null)),
  lineOf('open the longest conversation, a page in its midst', (place) =>
    openPage(place, place.random.int(messagePageSize + 1, place.longest.lastSequence)),
  ),
  lineOf('open the longest conversation, from what is unread on', async (place) =>
    openPage(place, (await findFirstUnread(place)) + messagePageSize),
  ),
  lineOf('what the longest conversation is', describe),
  lineOf('find where a message of the longest conversation is', findMessage),
  lineOf('find in the longest conversation, a frequent word', (place) => find(place, 'dose')),
  lineOf('find in the longest conversation, a word that is not there', (place) => find(place, 'appendix')),
  lineOf('find where the oldest conversation is in the list', findOldest),
  lineOf('count what is unread', count),
];

function lineOf(what: string, plan: (place: Place) => Promise<Call>): Line {
  return {
    title: `messages: ${what}`,
    goal: growthGoal,
    isGrowthSeen: true,
    async plan(world) {
      const person = await signInBusiest(world);
      const place = { world, person, longest: await findLongest(world, person.userId), random: new Random(what) };
      const capture = createCapture();
      const floor = new FloorPlanBuilder();
      const requests = [];
      for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
        const { endpoint, query, run, facts } = await plan(place);
        floor.add(await capture(run));
        const path = `/api${endpoint.path}?${new URLSearchParams(query).toString()}`;
        requests.push({ method: 'GET' as const, path, token: person.token, facts });
      }
      return { requests, floor: floor.build() };
    },
  };
}

async function openPage({ world, person, longest }: Place, before: number | null): Promise<Call> {
  const query = { conversationKey: longest.key, ...(before === null ? {} : { before: String(before) }) };
  const range = getUserConversationMessages.input.parse(query);
  const oldest = (before ?? longest.lastSequence + 1) - messagePageSize;
  const { rows } = await world.client.query<{ message: string; id: number }>(
    `select g.message, o.user_message_id as id from message g join user_message o using (conversation_id, sequence)
     where conversation_id = $1 and sequence = $2 and o.user_id = $3`,
    [longest.conversationId, oldest, person.userId],
  );
  return {
    endpoint: getUserConversationMessages,
    query,
    run: (db) => findMessages(db, person.userId, range),
    facts: {
      'items.length': messagePageSize,
      'items.0.sequence': oldest,
      'items.0.message': rows[0]?.message ?? '',
      'items.0.userMessageId': rows[0]?.id ?? 0,
    },
  };
}

async function findFirstUnread({ world, person: { userId }, longest }: Place): Promise<number> {
  const { rows } = await world.client.query<{ sequence: number }>(
    `select sequence from user_message where user_id = $1 and conversation_id = $2 and read_at is null order by 1 limit 1`,
    [userId, longest.conversationId],
  );
  if (rows[0] === undefined) throw new Error('Everything is read');
  return rows[0].sequence;
}

async function describe(place: Place): Promise<Call> {
  const { userId } = place.person;
  const { longest } = place;
  return {
    endpoint: getSingleUserConversation,
    query: { conversationKey: longest.key },
    run: (db) => findConversation(db, { userId, memberId: userId }, longest.key),
    facts: {
      conversationKey: longest.key,
      'members.length': longest.memberIds.length,
      firstUnreadSequence: await findFirstUnread(place),
    },
  };
}

async function findMessage({ world, person, longest, random }: Place): Promise<Call> {
  const sequence = random.int(1, longest.lastSequence);
  const { rows } = await world.client.query<{ id: number }>(
    `select user_message_id as id from user_message where conversation_id = $1 and sequence = $2 and user_id = $3`,
    [longest.conversationId, sequence, person.userId],
  );
  const id = rows[0]?.id ?? 0;
  return {
    endpoint: getMessagePage,
    query: { userMessageId: String(id) },
    run: (db) => findMessagePlace(db, person.userId, id),
    facts: { sequence, conversationKey: longest.key },
  };
}

async function find({ world, person, longest }: Place, searchTerm: string): Promise<Call> {
  const query = { conversationKey: longest.key, searchTerm };
  const search = findInConversation.input.parse(query);
  const { rows } = await world.client.query<{ sequence: number }>(
    `select sequence from message where conversation_id = $1 and message ilike '%' || $2 || '%'
     order by sequence desc limit $3`,
    [longest.conversationId, searchTerm, mostFound],
  );
  const newest: Facts = rows[0] === undefined ? {} : { 'items.0.sequence': rows[0].sequence };
  return {
    endpoint: findInConversation,
    query,
    run: (db) => searchMessages(db, person.userId, search, mostFound + 1),
    facts: { 'items.length': rows.length, ...newest },
  };
}

/** A list that starts at a given conversation, as a link to it opens it. */
async function findOldest({ world, person: { userId } }: Place): Promise<Call> {
  const { rows } = await sql<{ conversationKey: string; key: string; id: number }>`
    select c.conversation_key as "conversationKey", ${isoTimestamp('m.last_message_at')} as key, m.conversation_id as id
    from conversation_member m join conversation c using (conversation_id)
    where m.user_id = ${userId} and not m.is_archived
    order by m.last_message_at, m.conversation_id limit 1`.execute(world.db);
  const [oldest] = rows;
  if (oldest === undefined) throw new Error('There is no conversation');
  const { conversationKey, key, id } = oldest;
  const search = getConversationPage.input.parse({ conversationKey });
  return {
    endpoint: getConversationPage,
    query: { conversationKey },
    run: (db) => findPlace(db, userId, conversationKey, search),
    facts: { cursor: writeCursor({ key, id: id + 1 }) },
  };
}

async function count({ world, person: { userId } }: Place): Promise<Call> {
  const { rows } = await world.client.query<{ count: number }>(
    `select count(*)::int as count from user_message where user_id = $1 and read_at is null`,
    [userId],
  );
  return {
    endpoint: getUnreadMessageCount,
    query: {},
    run: (db) => countUnread(db, [userId]),
    facts: { unreadMessageCount: rows[0]?.count ?? 0 },
  };
}
