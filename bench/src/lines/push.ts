import { Random } from '@careloop/demo/random';

import { LoadProcess } from '../load/loadProcess.ts';
import type { PlannedSend, PushKind } from '../load/pushLoad.ts';
import { percentilesOf } from '../statistics.ts';
import type { Percentiles } from '../statistics.ts';
import { findSignedIn } from '../world/people.ts';
import { openSessions } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { planCall, requestOf } from './createReferral.ts';
import { planSends, requestOfSend } from './sendMessage.ts';

const socketCount = 200;

interface PushPace {
  /** Number of sends at the start that are not counted. */
  warmUp: number;
  sends: number;
  perSecond: number;
}

const usualPace: PushPace = { warmUp: 100, sends: 500, perSecond: 50 };

/** One kind of pushed event. */
export interface Push {
  title: string;
  kind: PushKind;
  plan: (world: World, count: number) => Promise<PlannedSend[]>;
}

/** Measures the time from sending a message or referral until its event reaches every user it concerns. */
export const pushes: readonly Push[] = [
  { title: `push of a message, send to receive, ${socketCount} sockets`, kind: 'message', plan: planMessages },
  { title: `push of a referral, send to receive, ${socketCount} sockets`, kind: 'referral', plan: planReferrals },
];

export interface PushResult {
  title: string;
  goal: string;
  percentiles: Percentiles;
  deliveries: number;
  perSecond: number;
  problems: string[];
}

export async function measurePush(push: Push, world: World, pace = usualPace): Promise<PushResult> {
  const { warmUp, perSecond } = pace;
  const sends = await push.plan(world, warmUp + pace.sends);
  const process = new LoadProcess();
  try {
    const listeners = await openListeners(world);
    const { port } = world.product;
    const report = await process.push({ push: push.kind, port, listeners, sends, warmUp, perSecond });
    const { lost, doubled, strayed, latencies } = report;
    const problems = [...new Set(report.errors)];
    for (const [what, count] of Object.entries({ lost, doubled, 'heard by somebody else': strayed })) {
      if (count > 0) problems.push(`push: ${count} events were ${what}`);
    }
    return {
      title: push.title,
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

async function planReferrals(world: World, count: number): Promise<PlannedSend[]> {
  const people = await findSignedIn(world);
  const random = new Random('push');
  const sends: PlannedSend[] = [];
  for (const call of Array.from({ length: count }, () => planCall(world, people, random))) {
    const { patientId, healthcareProviderId } = call.body;
    const audience = await findAudience(world, patientId, [call.person.userId, healthcareProviderId ?? 0]);
    sends.push({ request: requestOf(call), audience });
  }
  return sends;
}

/** Every member of these conversations is on the patient's care team, so all of them must receive the event. */
async function planMessages(world: World, count: number): Promise<PlannedSend[]> {
  const calls = await planSends(world, count);
  return calls.map((call) => ({
    request: requestOfSend(call),
    audience: [call.person.userId, ...call.body.recipientUserIds],
  }));
}

/** Providers and coordinators in turn, each with as many sockets as needed. */
async function openListeners({ client, sessionSecret }: World) {
  const { rows } = await client.query<{ user_id: number }>(
    `select user_id from user_account where user_type in ('provider', 'care_coordinator')
     order by user_type, user_id limit $1`,
    [socketCount],
  );
  const userIds = Array.from({ length: socketCount }, (_, index) => rows[index % rows.length]?.user_id ?? 0);
  return openSessions(client, sessionSecret, userIds);
}

/**
 * All users who receive a referral's events: sender, receiver, care team, and users who see all of the client's
 * patients.
 */
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
