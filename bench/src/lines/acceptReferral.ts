import { acceptReferral as endpoint } from '@careloop/contracts/referrals/processing';

import type { OpenSession } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest, Statement } from './line.ts';

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
    return { requests: calls.map(requestOf), floor: calls.map(floorOf) };
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
  person: OpenSession;
  referralId: number;
}

function requestOf({ person, referralId }: Call): PlannedRequest {
  const body = { referralId, authorizationCode: 'A-1187', comments: ['We call the patient today.'] };
  const { token } = person;
  return { method: 'POST', path: `/api${endpoint.path}`, token, body, isCreate: true, facts: { referralId } };
}

/** Pending referrals of signed-in users, in arbitrary order. */
async function findCalls(world: World): Promise<Call[]> {
  const people = new Map(world.sessions.map((person) => [person.userId, person]));
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

const acceptSql = `
  with accepted as (
    update referral set status = 'accepted', authorization_code = 'A-1187', accepted_for_healthcare_provider_id = $2,
      status_changed_at = now(), updated_by_user_id = $2, version = version + 1
    where referral_id = $1
    returning *),
  told as (
    insert into referral_event (referral_id, user_id, action, from_status, to_status)
    select referral_id, $2, 'accepted', 'pending', 'accepted' from accepted),
  said as (
    insert into referral_comment (referral_id, user_id, comment)
    select referral_id, $2, 'We call the patient today.' from accepted),
  joined as (
    insert into care_team_member (patient_id, user_id, status) select patient_id, $2, 'accepted' from accepted
    on conflict (patient_id, user_id) do nothing),
  audited as (
    insert into audit_event (kind, action, outcome, user_id, patient_id, subject_type, subject_id)
    select 'change', 'bench.accepted', 'ok', $2, patient_id, 'referral', referral_id from accepted)
  select referral_id as created, pg_notify('bench_floor', referral_id::text) from accepted`;

/** The rows of an accept in a statement of its own. */
function floorOf({ person, referralId }: Call): Statement {
  return { text: acceptSql, values: [referralId, person.userId] };
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
