import { sendMessage as endpoint } from '@careloop/contracts/messages/sending';
import { sendMessage } from '@careloop/server/src/features/messages/sendMessage';
import { answerOnce } from '@careloop/server/src/http/idempotency';

import { FloorPlanBuilder } from '../../capture.ts';
import { keyStand } from '../../load/stands.ts';
import { actorOf } from '../../world/actors.ts';
import type { Line } from '../line.ts';
import { captureSends, watchSends } from '../sends.ts';
import { findLongest, signInBusiest } from './busiest.ts';
import { growthGoal } from '../../goals.ts';

/** A message in the longest conversation, of the person who has the most. */
export const sendIntoLongest: Line = {
  title: 'messages: send into the longest conversation',
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const person = await signInBusiest(world);
    const actor = await actorOf(world, person);
    const { conversationId, key: conversationKey, memberIds, patientId } = await findLongest(world, person.userId);
    const body = {
      message: 'Seen today, no change in treatment. The note is in the chart.',
      recipientUserIds: memberIds.filter((userId) => userId !== person.userId),
      patientId,
    };
    const keyed = { actor, header: keyStand, request: { ...body } };
    const input = endpoint.input.parse(body);
    const floor = new FloorPlanBuilder();
    const run = (db: Parameters<typeof sendMessage>[0]) =>
      answerOnce(db, endpoint, keyed, () => sendMessage(db, actor, input));
    for (const work of await captureSends(world, [{ conversationId, run }])) floor.add(work);
    const path = `/api${endpoint.path}`;
    const facts = { conversationKey, 'addedToCareTeam.length': 0 };
    return {
      requests: [{ method: 'POST', path, token: person.token, body, isCreate: true, facts }],
      floor: floor.build(),
    };
  },

  watch: watchSends,
};
