import { Random } from '@careloop/demo/random';

import { LoadProcess } from '../load/loadProcess.ts';
import type { PlannedSend } from '../load/pushLoad.ts';
import { percentilesOf } from '../statistics.ts';
import type { Percentiles } from '../statistics.ts';
import { findSignedIn } from '../world/actors.ts';
import { openSessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { planCall, requestOf } from './createReferral.ts';

const socketCount = 200;

export interface PushPace {
  /** Referrals that are sent and not counted, before those that are. */
  warmUp: number;
  sends: number;
  perSecond: number;
}

const usualPace: PushPace = { warmUp: 100, sends: 500, perSecond: 50 };

export const pushTitle = `push, send to receive, ${socketCount} sockets`;

export interface PushResult {
  title: string;
  goal: string;
  percentiles: Percentiles;
  deliveries: number;
  perSecond: number;
  problems: string[];
}

/** From sending a referral to its event on the screens of everybody whom it concerns. */
export async function measurePush(world: World, pace = usualPace): Promise<PushResult> {
  const { warmUp, perSecond } = pace;
  const people = await findSignedIn(world);
  const random = new Random('push');
  const calls = Array.from({ length: warmUp + pace.sends }, () => planCall(world, people, random));
  const sends: PlannedSend[] = [];
  for (const call of calls) {
    const { patientId, healthcareProviderId } = call.body;
    const audience = await findAudience(world, patientId, [call.person.actor.userId, healthcareProviderId ?? 0]);
    sends.push({ request: requestOf(call), audience });
  }
  const process = new LoadProcess();
  try {
    const listeners = await openListeners(world);
    const report = await process.push({ port: world.product.port, listeners, sends, warmUp, perSecond });
    const { lost, doubled, strayed, latencies } = report;
    const problems = [...new Set(report.errors)];
    for (const [what, count] of Object.entries({ lost, doubled, 'heard by somebody else': strayed })) {
      if (count > 0) problems.push(`push: ${count} events were ${what}`);
    }
    return {
      title: pushTitle,
      goal: 'p50 ≤ 10 ms, p99 ≤ 30 ms, none lost',
      percentiles: percentilesOf([latencies]),
      deliveries: latencies.length,
      perSecond,
      problems,
    };
  } finally {
    process.stop();
  }
}

/** Providers and coordinators in turn, each with as many screens as it takes. */
async function openListeners({ client, sessionSecret }: World) {
  const { rows } = await client.query<{ user_id: number }>(
    `select user_id from user_account where user_type in ('provider', 'care_coordinator')
     order by user_type, user_id limit $1`,
    [socketCount],
  );
  const userIds = Array.from({ length: socketCount }, (_, index) => rows[index % rows.length]?.user_id ?? 0);
  return openSessions(client, sessionSecret, userIds);
}

/** Whom the design lets hear of a referral: sender, receiver, care team, and those who see the client's patients. */
async function findAudience({ client }: World, patientId: number, parties: number[]): Promise<number[]> {
  const { rows } = await client.query<{ user_id: number }>({
    name: 'audience',
    text: `
      select user_id from care_team_member where patient_id = $1 and status = 'accepted'
      union select c.user_id from user_client c join patient p using (client_id)
        join user_permission using (user_id) where p.patient_id = $1 and permission = 'ViewAllPatients'
      union select unnest($2::bigint[])`,
    values: [patientId, parties],
  });
  return rows.map((row) => row.user_id);
}
