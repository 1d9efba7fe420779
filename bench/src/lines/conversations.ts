import { getUserConversationMessages, messagePageSize } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { Random } from '@careloop/demo/random';

import { busiestUserId } from '../generate/population.ts';
import { signIn } from '../world/people.ts';
import type { OpenSession } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { itemFacts, readLine } from './line.ts';

const mostPages = 5;

/** A page of a user's conversations that match a condition on a membership `m` and its conversation `c`. */
export const listSql = (condition: string, more = '') => `
  select c.conversation_key as key, g.message, cardinality(c.member_ids) as members, g.date_sent, g.priority,
    (select count(*)::int from user_message n
      where n.user_id = $1 and n.conversation_id = c.conversation_id and n.read_at is null) as unread
  from conversation_member m join conversation c using (conversation_id)
  join message g on g.conversation_id = c.conversation_id and g.sequence = c.last_sequence
  where m.user_id = $1 and ${condition}
  order by m.last_message_at desc, c.conversation_id desc limit $2 ${more}`;

/** A conversation in the answer. */
export const listColumns = {
  conversationKey: 'key',
  'lastMessage.message': 'message',
  unreadMessageCount: 'unread',
  'members.length': 'members',
};

/** A user's page of a conversation's messages, from a sequence number on. */
export const pageSql = `
  select g.*, o.user_message_id as id, o.read_at from message g join user_message o using (conversation_id, sequence)
  where g.conversation_id = $1 and o.user_id = $2 and g.sequence >= $3 order by g.sequence limit $4`;

/** A message in the answer. */
export const messageColumns = { sequence: 'sequence', message: 'message', userMessageId: 'id' };

/**
 * The requesting users: everyone who is signed in or, if the scale has a user with years of conversations, only that
 * user, so that growth is measured as they experience it.
 */
async function chooseMessengers(world: World): Promise<OpenSession[]> {
  return world.scale.busiest.conversations === 0 ? world.sessions : [await signIn(world, busiestUserId)];
}

/** A full page of a user's conversations. */
export const conversationList = readLine({
  title: 'conversation list of 20 with last message and unread, one call',
  goal: '≥ 1,000 req/s at 16',
  isGrowthSeen: false,
  count: 500,
  async prepare(world) {
    const people = new Map((await chooseMessengers(world)).map((person) => [person.userId, person]));
    const { rows: busy } = await world.client.query<{ user_id: number; total: number }>(
      `select user_id, count(*)::int as total from conversation_member where user_id = any($1) and not is_archived
       group by 1 having count(*) >= $2 order by 1`,
      [[...people.keys()], messagePageSize],
    );
    const random = new Random('conversation list');
    return () => {
      const { user_id, total } = random.pick(busy);
      const page = random.int(1, Math.min(mostPages, Math.floor(total / messagePageSize)));
      const offset = (page - 1) * messagePageSize;
      return {
        endpoint: getUserConversations,
        query: { page },
        token: people.get(user_id)?.token ?? '',
        sql: { text: listSql('not m.is_archived', 'offset $3'), values: [user_id, messagePageSize, offset] },
        facts: (rows) => ({ page, ...itemFacts(rows, listColumns) }),
      };
    };
  },
});

/** The newest page of a conversation with at least one full page; of the longest conversation, if the scale has one. */
export const openConversation = readLine({
  title: 'open a conversation (20 messages)',
  goal: '≥ 1,500 req/s at 16',
  isGrowthSeen: false,
  count: 500,
  async prepare(world) {
    const people = new Map((await chooseMessengers(world)).map((person) => [person.userId, person]));
    const { rows: long } = await world.client.query<{ user_id: number; id: number; key: string; last: number }>(
      `select m.user_id, c.conversation_id as id, c.conversation_key as key, c.last_sequence as last
       from conversation_member m join conversation c using (conversation_id)
       where m.user_id = any($1) and c.last_sequence >= greatest($2::int, $3::int) order by 1, 2`,
      [[...people.keys()], messagePageSize, world.scale.busiest.messages],
    );
    const random = new Random('open conversation');
    return () => {
      const { user_id, id, key, last } = random.pick(long);
      return {
        endpoint: getUserConversationMessages,
        query: { conversationKey: key },
        token: people.get(user_id)?.token ?? '',
        sql: { text: pageSql, values: [id, user_id, last - messagePageSize + 1, messagePageSize] },
        facts: (rows) => ({ lastSequence: last, ...itemFacts(rows, messageColumns) }),
      };
    };
  },
});
