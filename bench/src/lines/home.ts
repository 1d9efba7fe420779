import { getDashboard } from '@careloop/contracts/dashboard';
import { Random } from '@careloop/demo/random';
import { todayIn } from '@careloop/server/src/features/dashboard/queries';
import { findDashboard } from '@careloop/server/src/features/dashboard/routes';

import { createLiveCapture, FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 200;
const timeZone = 'America/New_York';

/** Home of a user who sees the patients of their care teams. */
export const home: Line = {
  title: 'Home, one call',
  goal: 'p50 < 10 ms at 1',
  isGrowthSeen: true,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('home');
    const { capture, close } = createLiveCapture(world.databaseUrl);
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor } = random.pick(people);
      floor.add(await capture((db) => findDashboard(db, actor, todayIn(timeZone))));
      requests.push({
        method: 'GET',
        path: `/api${getDashboard.path}?timeZone=${timeZone}`,
        token: session.token,
        facts: await findFacts(world, actor.userId),
      });
    }
    await close();
    return { requests, floor: floor.build() };
  },
};

/** Received referrals, and sent ones of patients the user can still see: the newest, and those whose item is on top. */
async function findFacts({ client }: World, userId: number): Promise<Facts> {
  const { rows } = await client.query<{ latest: number | null; answered: number }>({
    name: 'home',
    text: `select (select r.referral_id from referral r
        where r.referred_to_user_id = $1 or (r.created_by_user_id = $1 and exists (select from care_team_member m
          where m.patient_id = r.patient_id and m.user_id = $1 and m.status = 'accepted'))
        order by r.date_created desc, r.referral_id desc limit 1) as latest,
      (select least(6, count(*))::int from referral r join care_team_member m on m.patient_id = r.patient_id
        and m.user_id = $1 and m.status = 'accepted'
        where r.created_by_user_id = $1 and r.status in ('accepted', 'scheduled', 'declined', 'completed')
          and r.date_created > now() - interval '1 year' and r.status_changed_at > now() - interval '30 days') as answered`,
    values: [userId],
  });
  const [found] = rows;
  return {
    'others.length': 0,
    'answers.length': found?.answered ?? 0,
    ...(found?.latest != null && { 'latestReferrals.0.referralId': found.latest }),
  };
}
