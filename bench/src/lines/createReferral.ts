import type { CallOf } from '@careloop/contracts/endpoint';
import { createReferral as endpoint } from '@careloop/contracts/referrals';
import { Random } from '@careloop/demo/random';
import { authorize } from '@careloop/server/src/core/access/authorize';
import type { Db, DB } from '@careloop/server/src/platform/db/client';
import { runInTransaction } from '@careloop/server/src/platform/db/transaction';
import { valueParsers } from '@careloop/server/src/platform/db/values';
import { patientPolicy } from '@careloop/server/src/features/patients/shared/policy';
import { findPatientToRefer } from '@careloop/server/src/features/patients/shared/queries';
import { createReferral as create } from '@careloop/server/src/features/referrals/createReferral';
import { answerOnce } from '@careloop/server/src/platform/http/idempotency';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

import { createNotebook, FloorPlanBuilder } from '../capture.ts';
import type { CapturedStatement } from '../capture.ts';
import { referralIdPlaceholder, keyPlaceholder } from '../load/placeholders.ts';
import { findSignedIn } from '../world/actors.ts';
import type { SignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';

const requestCount = 1_000;
/** Number of different transactions in the floor. */
const floorCount = 200;

/** A provider refers a patient of theirs to another provider of the same client. */
export const createReferral: Line = {
  title: 'create a referral with queue item, timeline, audit',
  goal: '≥ 500 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('create referral');
    const calls = Array.from({ length: plannedCount(world, requestCount) }, () => planCall(world, people, random));
    const floor = new FloorPlanBuilder();
    for (const work of await captureCreates(world, calls.slice(0, floorCount))) floor.add(work);
    return { requests: calls.map(requestOf), floor: floor.build() };
  },

  async watch(world) {
    const before = await countReferrals(world);
    return async (acknowledged) => {
      const expected = before + acknowledged.byProduct.length + acknowledged.byFloor;
      const found = await countReferrals(world);
      const losses = await findLosses(world, acknowledged.byProduct);
      return found === expected ? losses : [...losses, `There are ${found} referrals instead of ${expected}`];
    };
  },
};

interface Call {
  person: SignedIn;
  body: CallOf<typeof endpoint>;
}

export function requestOf({ person, body }: Call): PlannedRequest {
  return {
    method: 'POST',
    path: `/api${endpoint.path}`,
    token: person.session.token,
    body,
    isCreate: true,
    facts: { version: 1, canAccessPatient: true },
  };
}

/** A user who refers one of their patients to another provider. */
export function planCall({ scale }: World, people: readonly SignedIn[], random: Random): Call {
  const person = random.pick(people);
  const { userId } = person.actor;
  const receiverId = receiverFor(scale, userId, random);
  return {
    person,
    body: {
      patientId: random.pick(person.patientIds),
      healthcareProviderId: receiverId,
      healthcareProviderAddressId: receiverId,
      referredByHealthcareProviderId: userId,
      referralReason: 'Evaluation of chest pain on exertion that began in spring',
      urgencyDays: random.pick([1, 7, 30]),
      additionalInfo: 'The patient prefers mornings.',
      cellPhone: '5085550123',
      givenSmsConsent: true,
    },
  };
}

/** Another provider of the user's client. Providers are assigned to clients in rotation. */
export function receiverFor(scale: World['scale'], userId: number, random: Random): number {
  const ofClient = Math.floor(scale.providers / scale.clients);
  const steps = random.int(1, Math.max(1, ofClient - 1));
  return ((userId - 1 + steps * scale.clients) % (ofClient * scale.clients)) + 1;
}

/**
 * The write statements of creates, recorded while the product's own code runs and then rolled back. Placeholders mark
 * where each execution inserts its own referral id and key.
 */
async function captureCreates(world: World, calls: readonly Call[]): Promise<CapturedStatement[][]> {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: world.databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  const sequence = `pg_get_serial_sequence('referral', 'referral_id')`;
  const works: CapturedStatement[][] = [];
  for (const { person, body } of calls) {
    const transaction = await db.startTransaction().execute();
    await world.client.query(`select setval(${sequence}, ${referralIdPlaceholder}, false)`);
    const keyed = { actor: person.actor, header: keyPlaceholder, request: { ...body } };
    const createIn = async (own: Db) => {
      const patient = await findPatientToRefer(own, person.actor, body.patientId);
      if (patient === undefined) throw new Error(`Patient ${body.patientId} was not found`);
      const authorized = authorize(person.actor, patientPolicy, 'createReferral', patient);
      return create(own, person.actor, authorized, endpoint.input.parse(body));
    };
    await runInTransaction(transaction, (own) => answerOnce(own, endpoint, keyed, () => createIn(own)));
    await transaction.rollback().execute();
    works.push(notebook.take().filter(({ text }) => isWriting(text)));
  }
  await world.client.query(`select setval(${sequence}, (select max(referral_id) from referral))`);
  await db.destroy();
  return works;
}

export function isWriting(text: string): boolean {
  return /^\s*(?:insert|update|delete|with added|with "|select pg_notify)/i.test(text);
}

async function countReferrals({ client }: World): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*) from referral');
  return rows[0]?.count ?? Number.NaN;
}

/** Every acknowledged referral must exist exactly once, with all its rows. */
async function findLosses({ client }: World, acknowledged: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `with acknowledged as (select unnest($1::bigint[]) as id)
     select (select count(distinct id) from acknowledged) as "different ids",
       (select count(*) from referral where referral_id in (table acknowledged)) as referrals,
       (select count(*) from work_queue_encounter where subject_type = 'referral' and subject_id in (table acknowledged)) as "queue items",
       (select count(*) from referral_event where action = 'created' and referral_id in (table acknowledged)) as "timeline rows",
       (select count(*) from audit_event where action = 'referral.created' and subject_id in (table acknowledged)) as "audit rows",
       (select count(*) from pgboss.job where (data ->> 'referralId')::bigint in (table acknowledged)) as jobs`,
    [acknowledged],
  );
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== acknowledged.length);
  return wrong.map(([what, count]) => `${acknowledged.length} creates were acknowledged, but ${what}: ${count}`);
}
