import { acceptReferral as endpoint } from '@careloop/contracts/referrals/processing';
import { authorize } from '@careloop/server/src/core/access/authorize';
import type { Db, DB } from '@careloop/server/src/platform/db/client';
import { runInTransaction } from '@careloop/server/src/platform/db/transaction';
import { valueParsers } from '@careloop/server/src/platform/db/values';
import { lockSeen } from '@careloop/server/src/features/referrals/lockSeen';
import { referralPolicy } from '@careloop/server/src/features/referrals/policy';
import { acceptReferral as accept } from '@careloop/server/src/features/referrals/processReferral';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

import { createNotebook, FloorPlanBuilder } from '../capture.ts';
import type { CapturedStatement } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import type { SignedIn } from '../world/actors.ts';
import type { World } from '../world/world.ts';
import { isWriting } from './createReferral.ts';
import type { Line, PlannedRequest } from './line.ts';

/** Number of different transactions in the floor. */
const floorCount = 200;

/**
 * A provider accepts a referral without an appointment. Once all pending referrals are accepted, they are accepted
 * again. That keeps their state and writes the same rows, except the care team row of the receiver, who is a member by
 * then.
 */
export const acceptReferral: Line = {
  title: 'accept a referral with care team, timeline, audit',
  goal: '≥ 500 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const calls = await findCalls(world);
    const floor = new FloorPlanBuilder();
    for (const work of await captureAccepts(world, calls.slice(0, floorCount))) floor.add(work);
    return { requests: calls.map(requestOf), floor: floor.build() };
  },

  async watch(world) {
    const before = await countAccepts(world);
    return async (acknowledged) => {
      const expected = before + acknowledged.byProduct.length + acknowledged.byFloor;
      const found = await countAccepts(world);
      const losses = await findLosses(world, acknowledged.byProduct);
      return found === expected ? losses : [...losses, `There are ${found} accepts instead of ${expected}`];
    };
  },
};

interface Call {
  person: SignedIn;
  referralId: number;
}

function requestOf({ person, referralId }: Call): PlannedRequest {
  const body = { referralId, authorizationCode: 'A-1187', comments: ['We call the patient today.'] };
  const { token } = person.session;
  return { method: 'POST', path: `/api${endpoint.path}`, token, body, isCreate: true, facts: { referralId } };
}

/** Pending referrals of signed-in users, in arbitrary order. */
async function findCalls(world: World): Promise<Call[]> {
  const people = new Map((await findSignedIn(world)).map((person) => [person.actor.userId, person]));
  const { rows } = await world.client.query<{ user_id: number; id: number }>(
    `select referred_to_user_id as user_id, referral_id as id from referral
     where referred_to_user_id = any($1) and status = 'pending' order by md5(referral_id::text)`,
    [[...people.keys()]],
  );
  return rows.flatMap(({ user_id: userId, id: referralId }) => {
    const person = people.get(userId);
    return person === undefined ? [] : [{ person, referralId }];
  });
}

/** The write statements of accepts, recorded while the product's own code runs and then rolled back. */
async function captureAccepts(world: World, calls: readonly Call[]): Promise<CapturedStatement[][]> {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: world.databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  const works: CapturedStatement[][] = [];
  for (const { person, referralId } of calls) {
    const { actor } = person;
    const input = endpoint.input.parse(requestOf({ person, referralId }).body);
    const acceptIn = async (own: Db) => {
      const referral = await lockSeen(own, actor, input, () => undefined);
      return accept(own, actor, authorize(actor, referralPolicy, 'accept', referral), input);
    };
    const transaction = await db.startTransaction().execute();
    await runInTransaction(transaction, acceptIn);
    await transaction.rollback().execute();
    works.push(notebook.take().filter(({ text }) => isWriting(text)));
  }
  await db.destroy();
  return works;
}

async function countAccepts({ client }: World): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) from referral_event where action = 'accepted'`,
  );
  return rows[0]?.count ?? Number.NaN;
}

/** Every acknowledged accept must be stored with all its rows. */
async function findLosses({ client }: World, acknowledged: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `with acknowledged as (select id, count(*) from unnest($1::bigint[]) as a(id) group by id)
     select count(*) filter (where r.status <> 'accepted') as "not accepted",
       count(*) filter (where r.version <= a.count) as "versions that are missing",
       count(*) filter (where (select count(*) from audit_event e where e.action = 'referral.accepted' and e.subject_id = a.id) < a.count)
         as "audit rows that are missing",
       count(*) filter (where not exists (select from care_team_member m where m.patient_id = r.patient_id
         and m.user_id = r.referred_to_user_id and m.status = 'accepted')) as "receivers who are not on the care team"
     from acknowledged a join referral r on r.referral_id = a.id`,
    [acknowledged],
  );
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
}
