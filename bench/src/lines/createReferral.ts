import type { CallOf } from '@careloop/contracts/endpoint';
import { createReferral as endpoint } from '@careloop/contracts/referrals';
import { idempotencyKeyHeader } from '@careloop/contracts/session';
import { Random } from '@careloop/demo/random';
import { authorize } from '@careloop/server/src/access/authorize';
import type { DB } from '@careloop/server/src/db/client';
import { valueParsers } from '@careloop/server/src/db/values';
import { patientPolicy } from '@careloop/server/src/features/patients/policy';
import { findPatientToRefer } from '@careloop/server/src/features/patients/queries';
import { createReferral as create } from '@careloop/server/src/features/referrals/createReferral';
import { answerOnce } from '@careloop/server/src/http/idempotency';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

import { createNotebook, FloorPlanBuilder } from '../capture.ts';
import type { CapturedStatement } from '../capture.ts';
import { referralIdStand, keyStand } from '../load/stands.ts';
import { findSignedIn } from '../world/actors.ts';
import type { SignedIn } from '../world/actors.ts';
import type { World } from '../world/world.ts';
import type { Acknowledged, Line, PlannedRequest } from './line.ts';

const requestCount = 1_000;
/** Different transactions of the floor. */
const floorCount = 200;

/** A provider refers a patient of theirs to another provider of the same client. */
export const createReferral: Line = {
  title: 'create a referral with queue item, timeline, audit',
  goal: '≥ 500 req/s at 16',
  isList: false,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('create referral');
    const calls = Array.from({ length: requestCount }, () => planCall(world, people, random));
    const floor = new FloorPlanBuilder();
    for (const work of await captureCreates(world, calls.slice(0, floorCount))) floor.add(work);
    const requests: PlannedRequest[] = calls.map(({ person, body }) => ({
      method: 'POST',
      path: `/api${endpoint.path}`,
      token: person.session.token,
      body,
      isCreate: true,
      facts: { version: 1, canAccessPatient: true },
    }));
    return { requests, floor: floor.build() };
  },

  verify: (world, acknowledged) => findLosses(world, acknowledged),
};

interface Call {
  person: SignedIn;
  body: CallOf<typeof endpoint>;
}

/** Also how the push line makes something happen. */
export function planCall({ scale }: World, people: readonly SignedIn[], random: Random): Call {
  const person = random.pick(people);
  const { userId } = person.actor;
  // Providers are dealt to the clients in turn, so this one is of the same client.
  const steps = random.int(1, Math.max(1, Math.floor(scale.providers / scale.clients) - 1));
  const receiverId =
    ((userId - 1 + steps * scale.clients) % (Math.floor(scale.providers / scale.clients) * scale.clients)) + 1;
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

/**
 * The writing statements of creates, taken down while the product's own code runs and then undone. Stand-ins mark where
 * each execution puts its own new referral id and key.
 */
async function captureCreates(world: World, calls: readonly Call[]): Promise<CapturedStatement[][]> {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: world.databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  const sequence = `pg_get_serial_sequence('referral', 'referral_id')`;
  const works: CapturedStatement[][] = [];
  for (const { person, body } of calls) {
    const transaction = await db.startTransaction().execute();
    await world.client.query(`select setval(${sequence}, ${referralIdStand}, false)`);
    const request = { headers: { [idempotencyKeyHeader]: keyStand }, body } as never;
    await answerOnce(transaction, endpoint, person.actor, request, async () => {
      const patient = await findPatientToRefer(transaction, person.actor, body.patientId);
      if (patient === undefined) throw new Error(`Patient ${body.patientId} was not found`);
      const authorized = authorize(person.actor, patientPolicy, 'createReferral', patient);
      return create(transaction, person.actor, authorized, endpoint.input.parse(body));
    });
    await transaction.rollback().execute();
    works.push(notebook.take().filter(({ text }) => isWriting(text)));
  }
  await world.client.query(`select setval(${sequence}, (select max(referral_id) from referral))`);
  await db.destroy();
  return works;
}

function isWriting(text: string): boolean {
  return /^\s*(?:insert|update|delete|with added|select pg_notify)/i.test(text);
}

/** Every acknowledged referral must be there, once, with everything that belongs to it. */
async function findLosses({ client, scale }: World, { byProduct, byFloor }: Acknowledged): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `with acknowledged as (select unnest($1::bigint[]) as id)
     select (select count(*) from referral where referral_id in (table acknowledged)) as referrals,
       (select count(*) from work_queue_encounter where referral_id in (table acknowledged)) as "queue items",
       (select count(*) from referral_event where action = 'created' and referral_id in (table acknowledged)) as "timeline rows",
       (select count(*) from audit_event where action = 'referral.created' and subject_id in (table acknowledged)) as "audit rows",
       (select count(*) from pgboss.job where (data ->> 'referralId')::bigint in (table acknowledged)) as jobs`,
    [byProduct],
  );
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== byProduct.length);
  const problems = wrong.map(([what, count]) => `${byProduct.length} creates were acknowledged, but ${what}: ${count}`);
  const { rows: all } = await client.query<{ count: number }>('select count(*) from referral');
  const expected = scale.referrals + byProduct.length + byFloor;
  if (all[0]?.count !== expected) problems.push(`${all[0]?.count} referrals instead of ${expected}`);
  return problems;
}
