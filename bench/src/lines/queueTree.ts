import { getWorkQueues } from '@careloop/contracts/work-queues';
import { findQueues } from '@careloop/server/src/features/work-queues/shared/queries';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { growthGoal } from '../goals.ts';
import { findSignedIn } from '../world/actors.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';

/** A user's work queues, each with its number of open items: the tree and the badge. */
export const queueTree: Line = {
  title: 'queue tree with open counts',
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (const { session, actor } of await findSignedIn(world)) {
      floor.add(await capture((db) => findQueues(db, actor)));
      requests.push({
        method: 'GET',
        path: `/api${getWorkQueues.path}`,
        token: session.token,
        facts: { openCount: await countOpen(world, actor.userId) },
      });
    }
    return { requests, floor: floor.build() };
  },
};

/** Open items of a provider: items sent to them, and items about their patients. */
async function countOpen({ client }: World, userId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'queue tree',
    text: `select count(*)::int as count from work_queue_encounter w
      where w.owner_user_id = $1 and w.status = 'open' and (w.work_queue_id in (22, 60)
        or exists (select from referral r where w.subject_type = 'referral' and r.referral_id = w.subject_id and r.referred_to_user_id = $1)
        or exists (select from care_team_member m where m.patient_id = w.patient_id and m.user_id = $1 and m.status = 'accepted'))`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}
