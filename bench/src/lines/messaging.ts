import { getUserConversationMessages, messagePageSize } from '@careloop/contracts/messages';
import { getConversationPage, getUserConversations } from '@careloop/contracts/messages/conversations';
import { Random } from '@careloop/demo/random';

import { busiestCoordinatorOf, busiestUserId, createPopulation } from '../generate/population.ts';
import { growthGoal } from '../goals.ts';
import { signIn } from '../world/people.ts';
import type { OpenSession } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { listColumns, listSql, messageColumns, pageSql } from './conversations.ts';
import { itemFacts, readLine } from './line.ts';
import type { Line, Read, Row } from './line.ts';
import { floorOfSend, requestOfSend, watchSends } from './sendMessage.ts';

/**
 * Any two members in either world share more conversations than this; otherwise a full page would be compared with half
 * a page.
 */
const sharedByAll = 5;

interface LongConversation {
  id: number;
  key: string;
  patientId: number;
  memberIds: number[];
  last: number;
}

/** The user with the most conversations, or the coordinator with the most, and their longest conversation. */
interface Place {
  world: World;
  person: OpenSession;
  longest: LongConversation;
  random: Random;
  /** The first value of the only row. */
  valueOf: (text: string, values: unknown[]) => Promise<string | number>;
}

type Asked = Omit<Read, 'token'>;

function lineOf(
  what: string,
  plan: (place: Place) => Asked | Promise<Asked>,
  userOf: (world: World) => number = () => busiestUserId,
) {
  return readLine({
    title: `messages: ${what}`,
    goal: growthGoal,
    isGrowthSeen: true,
    count: 50,
    async prepare(world) {
      const person = await signIn(world, userOf(world));
      const longest = await findLongest(world, person.userId);
      const valueOf = async (text: string, values: unknown[]) => {
        const { rows } = await world.client.query<Row>(text, values);
        const [value] = Object.values(rows[0] ?? {});
        if (typeof value === 'string' || typeof value === 'number') return value;
        throw new Error(`messages: ${what}: there is nothing to ask for`);
      };
      const place = { world, person, longest, random: new Random(what), valueOf };
      return async () => ({ token: person.token, ...(await plan(place)) });
    },
  });
}

/** A user's longest conversation. */
async function findLongest({ client }: World, userId: number): Promise<LongConversation> {
  const { rows } = await client.query<LongConversation>(
    `select conversation_id as id, conversation_key as key, patient_id as "patientId", member_ids as "memberIds",
       last_sequence as last
     from conversation where $1 = any(member_ids) order by last_sequence desc, conversation_id limit 1`,
    [userId],
  );
  if (rows[0] === undefined) throw new Error(`User ${userId} has no conversation`);
  return rows[0];
}

function list(
  { person }: Place,
  query: Record<string, string>,
  condition: string,
  value?: unknown,
  pageSize = messagePageSize,
) {
  const values = [person.userId, pageSize, ...(value === undefined ? [] : [value])];
  return {
    endpoint: getUserConversations,
    query: { ...query, pageSize },
    sql: { text: listSql(condition), values },
    facts: (rows: readonly Row[]) => {
      if (rows.length === 0) throw new Error('A list would be empty');
      return itemFacts(rows, listColumns);
    },
  };
}

const inbox = 'not m.is_archived';

/** The list of conversations with each filter and order. */
const listLines: readonly Line[] = [
  lineOf('list, first page', (place) => list(place, {}, inbox)),
  lineOf(
    'list, first page, of who sees every patient',
    (place) => list(place, {}, inbox),
    ({ scale }) => busiestCoordinatorOf(createPopulation(scale, new Date())),
  ),
  lineOf('list, a page of the older half, by cursor', async (place) => {
    const { world, person, random, valueOf } = place;
    const total = Number(
      await valueOf(`select count(*) from conversation_member m where m.user_id = $1 and ${inbox}`, [person.userId]),
    );
    const offset = random.int(Math.floor(total / 2), total - messagePageSize - 1);
    const id = await valueOf(
      `select m.conversation_id from conversation_member m where m.user_id = $1 and ${inbox}
       order by m.last_message_at desc, m.conversation_id desc offset $2 limit 1`,
      [person.userId, offset],
    );
    const condition = `${inbox} and (m.last_message_at, m.conversation_id) <= (select o.last_message_at, o.conversation_id
      from conversation_member o where o.user_id = $1 and o.conversation_id = $3)`;
    return list(place, { cursor: await cursorAt(world, person, Number(id)) }, condition, id);
  }),
  lineOf('list, unread only', (place) =>
    list(
      place,
      { unreadOnly: 'true' },
      `${inbox} and exists (select from user_message n where n.user_id = $1 and n.conversation_id = m.conversation_id
        and n.read_at is null)`,
    ),
  ),
  lineOf('list, urgent only', (place) =>
    list(
      place,
      { urgentOnly: 'true' },
      `${inbox} and exists (select from message u where u.conversation_id = m.conversation_id and u.priority = 'urgent')`,
    ),
  ),
  lineOf('list, with a colleague', (place) => {
    const colleagueId = place.random.pick(place.longest.memberIds.filter((id) => id !== place.person.userId));
    const query = { memberUserId: String(colleagueId) };
    return list(place, query, `${inbox} and $3 = any(c.member_ids)`, colleagueId, sharedByAll);
  }),
  lineOf('list, about a patient', (place) => {
    const { patientId } = place.longest;
    return list(place, { patientId: String(patientId) }, `${inbox} and c.patient_id = $3`, patientId);
  }),
  lineOf('list, archived ones included', (place) => list(place, { includeArchived: 'true' }, 'true')),
];

/** The product's cursor at which the list begins with a conversation. */
async function cursorAt({ client, product }: World, { token }: OpenSession, id: number): Promise<string> {
  const { rows } = await client.query<{ key: string }>(
    'select conversation_key as key from conversation where conversation_id = $1',
    [id],
  );
  const answer = await fetch(
    `http://127.0.0.1:${product.port}/api${getConversationPage.path}?conversationKey=${rows[0]?.key}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const { cursor } = (await answer.json()) as { cursor?: string };
  if (cursor === undefined) throw new Error(`The place of conversation ${id} was answered with ${answer.status}`);
  return cursor;
}

/** The page that begins with a message. */
function open({ person, longest }: Place, first: number, query: Record<string, number> = {}): Asked {
  return {
    endpoint: getUserConversationMessages,
    query: { conversationKey: longest.key, ...query },
    sql: { text: pageSql, values: [longest.id, person.userId, first, messagePageSize] },
    facts: (rows) => itemFacts(rows, messageColumns),
  };
}

/** The page before a message. */
const openBefore = (place: Place, before: number) => open(place, before - messagePageSize, { before });

/** Calls on a conversation, made in the longest one of the user with the most conversations. */
const conversationLines: readonly Line[] = [
  lineOf('open the longest conversation, newest page', (place) =>
    open(place, place.longest.last - messagePageSize + 1),
  ),
  lineOf('open the longest conversation, a page in its midst', (place) =>
    openBefore(place, place.random.int(messagePageSize + 1, place.longest.last)),
  ),
];

/** A message in the longest conversation of the user with the most conversations. */
const sendIntoLongest: Line = {
  title: 'messages: send into the longest conversation',
  goal: growthGoal,
  isGrowthSeen: true,
  async plan(world) {
    const person = await signIn(world, busiestUserId);
    const { id, memberIds, patientId } = await findLongest(world, person.userId);
    const recipientUserIds = memberIds.filter((userId) => userId !== person.userId);
    const message = 'Seen today, no change in treatment. The note is in the chart.';
    const call = { person, conversationId: id, body: { message, recipientUserIds, patientId } };
    return { requests: [requestOfSend(call)], floor: [floorOfSend(call)] };
  },
  watch: watchSends,
};

/** Lines that change data come last. */
export const messagingLines: readonly Line[] = [...listLines, ...conversationLines, sendIntoLongest];
