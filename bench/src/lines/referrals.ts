import { getReferral, listReferrals, referralPageSize } from '@careloop/contracts/referrals';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { Random } from '@careloop/demo/random';

import { specialties } from '../generate/names.ts';
import { growthGoal } from '../goals.ts';
import { findSignedIn, signInCoordinator } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { readLine } from './line.ts';
import type { Line, Read } from './line.ts';
import { choosePhrase } from './patients.ts';

/** The first client, to which the coordinator belongs. */
const clientId = 1;

/** What a list shows of a referral. */
const listed = `r.*, p.mrn, p.first_name, p.last_name, h.last_name as provider
  from referral r join patient p using (patient_id)
  left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id`;

const listSql = `
  select count(*) over ()::int as total, ${listed}
  where ($2::int <> 2 and r.referred_to_user_id = $1) or ($2::int <> 1 and r.created_by_user_id = $1
    and exists (select from care_team_member m where m.patient_id = r.patient_id and m.user_id = $1 and m.status = 'accepted'))
  order by r.date_created desc, r.referral_id desc limit $3`;

/** The first page of a user's sent and received referrals, as the screen requests it. */
export const referralList = readLine({
  title: 'referral list of 20 with counts by status and filters, one call',
  goal: '≥ 700 req/s at 16; p50 ≤ 4 ms at 1',
  isGrowthSeen: true,
  count: 1_000,
  prepare({ sessions }) {
    const random = new Random('referral list');
    return Promise.resolve(() => {
      const { userId, token } = random.pick(sessions);
      const direction = random.pick([1, 2, 3]);
      return {
        endpoint: listReferrals,
        query: { direction, withCounts: true },
        token,
        sql: { text: listSql, values: [userId, direction, referralPageSize] },
        facts: (rows) => ({
          'counts.total': rows[0]?.['total'] ?? 0,
          'items.length': rows.length,
          ...(rows[0] !== undefined && { 'items.0.referralId': rows[0]['referral_id'] ?? null }),
        }),
      };
    });
  },
});

const readSql = `
  select p.mrn, r.*, h.last_name as provider,
    (select count(*)::int from referral_event e where e.referral_id = r.referral_id) as events,
    (select json_agg(e) from referral_event e where e.referral_id = r.referral_id) as timeline,
    (select json_agg(c) from referral_comment c where c.referral_id = r.referral_id) as comments,
    (select json_agg(s) from sent_chart s where s.referral_id = r.referral_id) as documents
  from referral r join patient p using (patient_id)
  join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id
  where r.referral_id = $1 and r.referred_to_user_id = $2`;

/** One referral that the user received. */
export const readReferral = readLine({
  title: 'read one referral with timeline, documents and comments',
  goal: '≥ 700 req/s at 16; p50 ≤ 4 ms at 1',
  isGrowthSeen: true,
  count: 1_000,
  async prepare(world) {
    const people = new Map((await findSignedIn(world)).map((person) => [person.userId, person]));
    const { rows: received } = await world.client.query<{ user_id: number; id: number }>(
      `select referred_to_user_id as user_id, referral_id as id from referral
       where referred_to_user_id = any($1) and status in ('pending', 'scheduled', 'completed') order by 1, 2`,
      [[...people.keys()]],
    );
    const random = new Random('read referral');
    return () => {
      const { user_id, id } = random.pick(received);
      return {
        endpoint: getReferral,
        query: { referralId: id },
        token: people.get(user_id)?.token ?? '',
        sql: { text: readSql, values: [id, user_id] },
        facts: ([row = {}]) => ({
          referralId: id,
          'patient.mrn': row['mrn'] ?? null,
          'timeline.length': row['events'] ?? null,
        }),
      };
    };
  },
});

interface Filter {
  what: string;
  /** A value of the filter. */
  choose: (world: World, random: Random) => string | Promise<string>;
  parameter: string;
  /** The order in which the screen opens this list, if it isn't the newest first. */
  sortBy?: 'due';
  /** The filter as a condition on a referral `r` and its patient `p`, with the value as $2. */
  condition: string;
}

const overdue: Filter = {
  what: 'overdue',
  choose: () => 'overdue',
  parameter: 'status',
  sortBy: 'due',
  condition: `r.status in ('pending', 'accepted') and r.due_at < now() and $2::text <> ''`,
};

const filters: Filter[] = [
  {
    what: 'by specialty',
    choose: (_, random) => String(random.int(1, specialties.length)),
    parameter: 'healthcareProviderSpecialtyId',
    condition: 'h.healthcare_provider_specialty_id = $2::bigint',
  },
  {
    what: 'by a specialty that none has',
    choose: () => String(specialties.length + 1),
    parameter: 'healthcareProviderSpecialtyId',
    condition: 'h.healthcare_provider_specialty_id = $2::bigint',
  },
  {
    what: 'by name',
    choose: choosePhrase,
    parameter: 'searchTerm',
    condition: `p.last_first like name_key($2) || '%'`,
  },
  overdue,
];

/** A call about all referrals of a client under one filter. */
function filteredLine(
  filter: Filter,
  line: Pick<Line, 'title' | 'goal'>,
  call: Pick<Read, 'endpoint' | 'query' | 'facts'>,
) {
  const { what, choose, parameter, sortBy, condition } = filter;
  const order = sortBy === 'due' ? 'r.due_at, r.referral_id' : 'r.date_created desc, r.referral_id desc';
  const text = `select ${listed} where r.client_id = $1 and ${condition} order by ${order} limit $3`;
  return readLine({
    ...line,
    isGrowthSeen: true,
    count: 40,
    async prepare(world) {
      const { token } = await signInCoordinator(world);
      const random = new Random(what);
      return async () => {
        const value = await choose(world, random);
        return {
          ...call,
          query: { direction: 3, scope: 'organization', ...call.query, ...(sortBy && { sortBy }), [parameter]: value },
          token,
          sql: { text, values: [clientId, value, referralPageSize] },
        };
      };
    },
  });
}

/** The first page with counts, once per filter; and the values of the other filters, which are read when they are opened. */
export const referralFilters: readonly Line[] = [
  ...filters.map((filter) =>
    filteredLine(
      filter,
      { title: `referral list of a whole client: ${filter.what}`, goal: growthGoal },
      {
        endpoint: listReferrals,
        query: { withCounts: true },
        facts: (rows) => ({ 'items.length': rows.length }),
      },
    ),
  ),
  // Reads at most 1,001 rows: about a hundred at S, all of them at XL.
  filteredLine(
    overdue,
    { title: 'filter values of a whole client’s referrals: overdue', goal: '≤ 10 ms at XL' },
    { endpoint: getReferralFilterValues, facts: () => ({}) },
  ),
];
