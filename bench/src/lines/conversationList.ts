import { messagePageSize } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { Random } from '@careloop/demo/random';
import { findConversations } from '@careloop/server/src/features/messages/shared/listQuery';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';
import { chooseMessengers } from './messengers.ts';

const requestCount = 500;
const mostPages = 5;

/** A full page of a user's conversations. */
export const conversationList: Line = {
  title: 'conversation list of 20 with last message and unread, one call',
  goal: '≥ 1,000 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const people = await chooseMessengers(world);
    const totals = await countConversations(
      world,
      people.map(({ userId }) => userId),
    );
    const busy = people.filter(({ userId }) => (totals.get(userId) ?? 0) >= messagePageSize);
    const random = new Random('conversation list');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { userId, token } = random.pick(busy);
      const page = random.int(1, Math.min(mostPages, Math.floor((totals.get(userId) ?? 0) / messagePageSize)));
      const search = getUserConversations.input.parse({ page });
      floor.add(await capture((db) => findConversations(db, { userId, memberId: userId }, search)));
      const path = `/api${getUserConversations.path}?page=${page}`;
      requests.push({ method: 'GET', path, token, facts: await findFacts(world, userId, page) });
    }
    return { requests, floor: floor.build() };
  },
};

async function countConversations({ client }: World, userIds: number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ user_id: number; total: number }>(
    'select user_id, count(*)::int as total from conversation_member where user_id = any($1) and not is_archived group by 1',
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.total]));
}

async function findFacts({ client }: World, userId: number, page: number): Promise<Facts> {
  const { rows } = await client.query<{ key: string; message: string; unread: number; members: number }>({
    name: 'conversation list',
    text: `
      select c.conversation_key as key, g.message, cardinality(c.member_ids) as members,
        (select count(*)::int from user_message n
          where n.user_id = $1 and n.conversation_id = c.conversation_id and n.read_at is null) as unread
      from conversation_member m join conversation c using (conversation_id)
      join message g on g.conversation_id = c.conversation_id and g.sequence = c.last_sequence
      where m.user_id = $1 and not m.is_archived order by m.last_message_at desc, c.conversation_id desc offset $2 limit $3`,
    values: [userId, (page - 1) * messagePageSize, messagePageSize],
  });
  const items = rows.flatMap((row, index) => [
    [`items.${index}.conversationKey`, row.key],
    [`items.${index}.lastMessage.message`, row.message],
    [`items.${index}.unreadMessageCount`, row.unread],
    [`items.${index}.members.length`, row.members],
  ]);
  return { page, 'items.length': messagePageSize, ...(Object.fromEntries(items) as Facts) };
}
