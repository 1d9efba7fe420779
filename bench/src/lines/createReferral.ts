import { WorkQueue } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { createReferral as endpoint } from '@careloop/contracts/referrals';
import { Random } from '@careloop/demo/random';

import { findSignedIn } from '../world/people.ts';
import type { SignedIn } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { plannedCount } from './line.ts';
import type { Line, PlannedRequest, Statement } from './line.ts';

/** A provider refers a patient of theirs to another provider of the same client. */
export const createReferral: Line = {
  title: 'create a referral with queue item, timeline, audit',
  goal: '≥ 500 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('create referral');
    const calls = Array.from({ length: plannedCount(world, 1_000) }, () => planCall(world, people, random));
    return { requests: calls.map(requestOf), floor: calls.map(floorOf) };
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
    token: person.token,
    body,
    isCreate: true,
    facts: { version: 1, canAccessPatient: true },
  };
}

/** A user who refers one of their patients to another provider. */
export function planCall({ scale }: World, people: readonly SignedIn[], random: Random): Call {
  const person = random.pick(people);
  const { userId } = person;
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
function receiverFor(scale: World['scale'], userId: number, random: Random): number {
  const ofClient = Math.floor(scale.providers / scale.clients);
  const steps = random.int(1, Math.max(1, ofClient - 1));
  return ((userId - 1 + steps * scale.clients) % (ofClient * scale.clients)) + 1;
}

const createSql = `
  with made as (
    insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, additional_info, cell_phone,
      given_sms_consent, created_by_user_id, updated_by_user_id, referred_by_healthcare_provider_id,
      healthcare_provider_id, healthcare_provider_address_info_id, referred_to_user_id)
    select client_id, patient_id, $4, now() + make_interval(days => $4), $5, 'The patient prefers mornings.',
      '5085550123', true, $2, $2, $2, $3, $3, $3
    from patient where patient_id = $1
    returning *),
  told as (
    insert into referral_event (referral_id, user_id, action, to_status)
    select referral_id, $2, 'created', 'pending' from made),
  item as (
    insert into work_queue_encounter (work_queue_id, owner_user_id, patient_id, subject_type, subject_id, encounter_date,
      on_top_from)
    select ${WorkQueue.referralToProcess}, $3, patient_id, 'referral', referral_id, now(), due_at from made),
  audited as (
    insert into audit_event (kind, action, outcome, user_id, patient_id, subject_type, subject_id)
    select 'change', 'bench.created', 'ok', $2, patient_id, 'referral', referral_id from made)
  select referral_id as created, pg_notify('bench_floor', referral_id::text) from made`;

/** The rows of a referral in a statement of its own. */
function floorOf({ person, body }: Call): Statement {
  const { patientId, healthcareProviderId, urgencyDays, referralReason } = body;
  return { text: createSql, values: [patientId, person.userId, healthcareProviderId, urgencyDays, referralReason] };
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
