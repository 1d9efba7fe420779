import { openReferralStatuses, referralStatuses } from '@careloop/contracts/codes';
import { mostCountedReferrals } from '@careloop/contracts/referrals/filters';
import type { ReferralCounts, ReferralFilters } from '@careloop/contracts/referrals/filters';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { jsonRows, shape } from '../../db/shape.ts';
import { allOf, facetNames, hasStatus } from './listFilters.ts';
import type { Conditions, FacetName } from './listFilters.ts';
import { dueKey, isIn, listParts, merged, rowsOf } from './listParts.ts';
import type { Part } from './listParts.ts';

type Filters = ReferralFilters;
type StatusCount = ReferralCounts['statuses'][number];
type Counted = Exclude<StatusCount['status'], 'open'>;

/** Maximum number of a person's own referrals that are counted. */
const mostOwn = 10_000;
/** Maximum number of providers offered, those with the most referrals first. */
const mostProviders = 100;

/** Counts by status, and the filter values with the number of rows of each. */
export async function countReferrals(
  db: Db,
  actor: Actor,
  filters: Filters,
  conditions: Conditions,
): Promise<ReferralCounts> {
  const parts = listParts(actor, filters);
  const [byStatus, facets] = await Promise.all([
    countByStatus(db, parts, conditions),
    findFacets(db, parts, filters, conditions),
  ]);
  const statuses = withOpen(byStatus);
  const { total, isMore } = totalOf(statuses, filters);
  return { statuses, total, isMore, ...facets, hasOrganization: actor.viewAllClientIds.length > 0 };
}

/**
 * For the client's referrals each status is counted in its own index range; a user's own referrals are all read once, without
 * those of the client.
 */
async function countByStatus(db: Db, parts: readonly Part[], { facets, base, isNamed }: Conditions) {
  const client = isNamed ? undefined : parts.find(({ name }) => name === 'client');
  const isOfClient = client === undefined ? sql`false` : isIn(client);
  const own = parts
    .filter((part) => part !== client)
    .map((part) =>
      rowsOf(
        part,
        sql`r.referral_id, r.status, ${hasStatus('overdue')} as is_overdue, ${isOfClient} as is_of_client`,
        allOf([facets, base(part)]),
        sql`limit ${sql.lit(mostOwn)}`,
      ),
    );
  const counted: readonly Counted[] = [...referralStatuses, 'overdue'];
  const counts = counted.map((status) => {
    const ofOwn = status === 'overdue' ? sql`own.is_overdue` : sql`own.status = ${sql.lit(status)}`;
    const ofClient =
      client === undefined
        ? sql`0`
        : sql`(select count(*) from ${rowsOf(
            client,
            sql`1`,
            allOf([hasStatus(status), facets, base(client)]),
            sql`limit ${sql.lit(mostCountedReferrals + 1)}`,
          )} as counted)`;
    return sql`((select count(*) from own where ${ofOwn}) + ${ofClient})::int as ${sql.ref(status)}`;
  });
  const { rows } = await sql<Record<Counted, number>>`
    with own as materialized (select * from (${merged(own)}) as one where not is_of_client)
    select ${sql.join(counts)}`.execute(db);
  const [row] = rows;
  return counted.map((status) => capped(status, row?.[status] ?? 0));
}

function capped(status: StatusCount['status'], count: number): StatusCount {
  return { status, count: Math.min(count, mostCountedReferrals), isMore: count > mostCountedReferrals };
}

function withOpen(statuses: readonly StatusCount[]): StatusCount[] {
  const open = statuses.filter(({ status }) => openReferralStatuses.some((one) => one === status));
  return [{ status: 'open', ...sumOf(open) }, ...statuses];
}

function sumOf(counts: readonly StatusCount[]) {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return { count, isMore: counts.some((one) => one.isMore) };
}

/** The length of the list, from the counts of its statuses. */
function totalOf(counts: readonly StatusCount[], { status, statuses }: Filters) {
  const stored = counts.filter((one) => one.status !== 'open' && one.status !== 'overdue');
  if (statuses !== undefined) {
    // For lists that show no counts, which never combine `status` and `statuses`.
    const asked = statuses.filter((one) => status === undefined || one === status);
    const { count, isMore } = sumOf(counts.filter((one) => asked.some((name) => name === one.status)));
    return { total: count, isMore };
  }
  const { count, isMore } = sumOf(status === undefined ? stored : counts.filter((one) => one.status === status));
  return { total: count, isMore };
}

interface FacetRow {
  urgency_days: number;
  specialty_id: number | null;
  provider_id: number | null;
  sender_id: number | null;
  await_reply_from: ReferralSide | null;
}

const facetColumns: Record<FacetName, keyof FacetRow> = {
  urgencyDays: 'urgency_days',
  healthcareProviderSpecialtyId: 'specialty_id',
  healthcareProviderId: 'provider_id',
  referredByHealthcareProviderId: 'sender_id',
  awaitReplyFrom: 'await_reply_from',
};

type Facets = Pick<ReferralCounts, 'urgencies' | 'specialties' | 'providers' | 'referredBy' | 'awaitReply'>;
type Count = number | null;

const count = sql<Count>`case when (select is_more from size) then null else count(item.urgency_days)::int end`;
const urgency = shape<Facets['urgencies'][number], { item: FacetRow }>({ urgencyDays: 'item.urgency_days', count });
const replies = shape<Facets['awaitReply'][number], { item: { await_reply_from: ReferralSide } }>({
  awaitReplyFrom: 'item.await_reply_from',
  count,
});
const specialty = shape<Facets['specialties'][number], { s: 'healthcare_provider_specialty' }>({
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  name: 's.name',
  count,
});
const provider = shape<Facets['providers'][number], { h: 'healthcare_provider' }>({
  healthcareProviderId: 'h.healthcare_provider_id',
  name: sql`h.last_name || ', ' || h.first_name`,
  count: sql<Count>`case when (select is_more from size) then null else most.count end`,
});

/**
 * Counts each value under all filters except its own, so that another value can be chosen, among the latest referrals. A chosen
 * value is offered even if none of them has it.
 */
async function findFacets(
  db: Db,
  parts: readonly Part[],
  filters: Filters,
  { status, base, facets: chosen }: Conditions,
): Promise<Facets> {
  const columns = sql`r.referral_id, r.urgency_days, r.search_specialty_id as specialty_id, r.healthcare_provider_id as provider_id,
    r.referred_by_healthcare_provider_id as sender_id, r.await_reply_from`;
  // Sort by the key of the index used for the status; otherwise all overdue rows would be read and sorted.
  const latestKey = filters.status === 'overdue' ? dueKey : sql`r.date_created`;
  const latest = (most: number) => sql`order by ${latestKey} desc, r.referral_id desc limit ${sql.lit(most)}`;
  const rows = parts.map((part) =>
    rowsOf(part, columns, allOf([status, base(part)]), latest(mostCountedReferrals + 1)),
  );
  // Also the latest, so that the index of the chosen value is used; otherwise a value that none has is looked for in all rows.
  const withChosen = parts.map((part) => rowsOf(part, columns, allOf([status, base(part), chosen]), latest(1)));
  const hasChosen = facetNames.some((name) => filters[name] !== undefined);
  const others = (name: FacetName) => otherFacets(filters, name);
  const providers = (name: 'healthcareProviderId' | 'referredByHealthcareProviderId') => {
    const id = sql.ref(`item.${facetColumns[name]}`);
    return jsonRows(provider.from`(select ${id} as id, count(*)::int as count from item
        where ${id} is not null and ${others(name)} group by 1 order by 2 desc, 1 limit ${mostProviders}) as most
      join healthcare_provider h on h.healthcare_provider_id = most.id order by most.count desc, 2`);
  };
  const facets = shape<Facets, { size: { is_more: boolean } }>({
    urgencies: jsonRows(urgency.from`item where ${others('urgencyDays')} group by 1 order by 1`),
    specialties: jsonRows(
      specialty.from`item join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = item.specialty_id
        where ${others('healthcareProviderSpecialtyId')} group by s.healthcare_provider_specialty_id order by s.name`,
    ),
    providers: providers('healthcareProviderId'),
    referredBy: providers('referredByHealthcareProviderId'),
    awaitReply: jsonRows(
      replies.from`item where item.await_reply_from is not null and ${others('awaitReplyFrom')} group by 1 order by 1`,
    ),
  });
  const { rows: found } = await sql<Facets>`
    with late as materialized (${merged(rows)}),
      size as (select count(*) > ${mostCountedReferrals} as is_more from late),
      item as materialized (select * from late ${
        hasChosen ? sql`union all select * from (${merged(withChosen)}) as one where (select is_more from size)` : sql``
      })
    select ${facets.select} from size`.execute(db);
  return found[0] ?? { urgencies: [], specialties: [], providers: [], referredBy: [], awaitReply: [] };
}

function otherFacets(filters: Filters, own: FacetName): RawBuilder<boolean> {
  const conditions = facetNames.flatMap((name) => {
    const value = filters[name];
    return name === own || value === undefined
      ? []
      : [sql<boolean>`${sql.ref(`item.${facetColumns[name]}`)} = ${value}`];
  });
  return allOf(conditions);
}
