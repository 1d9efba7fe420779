import { getReferral, listReferrals, referralPageSize } from '@careloop/contracts/referrals';
import { Random } from '@careloop/demo/random';
import { findReferral } from '@careloop/server/src/features/referrals/detailQuery';
import { countReferrals } from '@careloop/server/src/features/referrals/listCounts';
import { conditionsOf } from '@careloop/server/src/features/referrals/listFilters';
import { findPage } from '@careloop/server/src/features/referrals/shared/listQuery';
import { findReferralLists } from '@careloop/server/src/features/referrals/storyQueries';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 1_000;

/** The first page of a user's sent and received referrals, as the screen requests it. */
export const referralList: Line = {
  title: 'referral list of 20 with counts by status and filters, one call',
  goal: '≥ 700 req/s at 16; p50 ≤ 4 ms at 1',
  isGrowthSeen: true,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('referral list');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor } = random.pick(people);
      const direction = random.pick([1, 2, 3]);
      const search = listReferrals.input.parse({ direction, withCounts: true });
      floor.add(
        await capture(async (db) => {
          const conditions = await conditionsOf(db, actor, search);
          await findPage(db, actor, search, referralPageSize, conditions);
          await countReferrals(db, actor, search, conditions);
        }),
      );
      requests.push({
        method: 'GET',
        path: `/api${listReferrals.path}?direction=${direction}&withCounts=true`,
        token: session.token,
        facts: await findListFacts(world, actor.userId, direction),
      });
    }
    return { requests, floor: floor.build() };
  },
};

export async function findListFacts({ client }: World, userId: number, direction: number): Promise<Facts> {
  const { rows } = await client.query<{ id: number; total: number; overdue: number }>({
    name: 'referral list',
    text: `
      select referral_id as id, count(*) over ()::int as total
      from referral r
      where ($2 <> 2 and referred_to_user_id = $1) or ($2 <> 1 and created_by_user_id = $1
        and exists (select from care_team_member m where m.patient_id = r.patient_id and m.user_id = $1 and m.status = 'accepted'))
      order by date_created desc, referral_id desc limit 1`,
    values: [userId, direction],
  });
  const [newest] = rows;
  const total = newest?.total ?? 0;
  return {
    'counts.total': total,
    'items.length': Math.min(total, referralPageSize),
    ...(newest !== undefined && { 'items.0.referralId': newest.id }),
  };
}

/** One referral that the user sent or received. */
export const readReferral: Line = {
  title: 'read one referral with timeline, documents and comments',
  goal: '≥ 700 req/s at 16; p50 ≤ 4 ms at 1',
  isGrowthSeen: true,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('read referral');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    const received = await findReceived(
      world,
      people.map(({ actor }) => actor.userId),
    );
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor } = random.pick(people);
      const referral = random.pick(received.filter(({ user_id }) => user_id === actor.userId));
      floor.add(
        await capture(async (db) => {
          await findReferral(db, actor, { referralId: referral.id });
          await findReferralLists(db, actor, { referralId: referral.id, isOver: false });
        }),
      );
      requests.push({
        method: 'GET',
        path: `/api${getReferral.path}?referralId=${referral.id}`,
        token: session.token,
        facts: { referralId: referral.id, 'patient.mrn': referral.mrn, 'timeline.length': referral.events },
      });
    }
    return { requests, floor: floor.build() };
  },
};

async function findReceived({ client }: World, userIds: number[]) {
  const { rows } = await client.query<{ user_id: number; id: number; mrn: string; events: number }>(
    `select referred_to_user_id as user_id, referral_id as id, p.mrn,
       (select count(*) from referral_event e where e.referral_id = r.referral_id)::int as events
     from referral r join patient p using (patient_id)
     where referred_to_user_id = any($1) and status in ('pending', 'scheduled', 'completed') order by 1, 2`,
    [userIds],
  );
  return rows;
}
