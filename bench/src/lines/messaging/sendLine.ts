import { sendMessage as endpoint } from '@careloop/contracts/messages/sending';

import { FloorPlanBuilder } from '../../capture.ts';
import { actorOf } from '../../world/actors.ts';
import type { Line } from '../line.ts';
import { captureSends, sendToCapture, watchSends } from '../sends.ts';
import { findLongest, signInBusiest } from './busiest.ts';
import { growthGoal } from '../../goals.ts';

/** A message in the longest conversation of the user with the most conversations. */
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
    const floor = new FloorPlanBuilder();
    for (const work of await captureSends(world, [sendToCapture(actor, conversationId, body)])) floor.add(work);
    const path = `/api${endpoint.path}`;
    const facts = { conversationKey, 'addedToCareTeam.length': 0 };
    return {
      requests: [{ method: 'POST', path, token: person.token, body, isCreate: true, facts }],
      floor: floor.build(),
    };
  },

  watch: watchSends,
};
