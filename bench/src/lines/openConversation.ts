import { getUserConversationMessages, messagePageSize } from '@careloop/contracts/messages';
import { Random } from '@careloop/demo/random';
import { findMessages } from '@careloop/server/src/features/messages/messagesQuery';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';
import { chooseMessengers } from './messengers.ts';

const requestCount = 500;

interface Opened {
  user_id: number;
  key: string;
  last_sequence: number;
  oldest: string;
}

/** The newest page of a conversation with at least one full page; of the longest conversation, if the scale has one. */
export const openConversation: Line = {
  title: 'open a conversation (20 messages)',
  goal: '≥ 1,500 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const people = new Map((await chooseMessengers(world)).map((person) => [person.userId, person]));
    const conversations = await findLong(world, [...people.keys()]);
    const random = new Random('open conversation');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { user_id: userId, key, last_sequence: last, oldest } = random.pick(conversations);
      const range = getUserConversationMessages.input.parse({ conversationKey: key });
      floor.add(await capture((db) => findMessages(db, userId, range)));
      requests.push({
        method: 'GET',
        path: `/api${getUserConversationMessages.path}?conversationKey=${key}`,
        token: people.get(userId)?.token ?? '',
        facts: {
          lastSequence: last,
          'items.length': messagePageSize,
          'items.0.sequence': last - messagePageSize + 1,
          'items.0.message': oldest,
        },
      });
    }
    return { requests, floor: floor.build() };
  },
};

async function findLong({ client, scale }: World, userIds: number[]): Promise<Opened[]> {
  const { rows } = await client.query<Opened>(
    `select m.user_id, c.conversation_key as key, c.last_sequence, g.message as oldest from conversation_member m
     join conversation c using (conversation_id)
     join message g on g.conversation_id = c.conversation_id and g.sequence = c.last_sequence - $2::int + 1
     where m.user_id = any($1) and c.last_sequence >= greatest($2::int, $3::int) order by m.user_id, c.conversation_id`,
    [userIds, messagePageSize, scale.busiest.messages],
  );
  return rows;
}
