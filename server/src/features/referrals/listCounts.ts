import { openReferralStatuses, referralStatuses } from '@careloop/contracts/codes';
import { mostCountedReferrals } from '@careloop/contracts/referrals/filters';
import type { ReferralCounts, ReferralFilters } from '@careloop/contracts/referrals/filters';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { allOf, hasStatus } from './listFilters.ts';
import type { Conditions } from './listFilters.ts';
import { isIn, listParts, merged, rowsOf } from './listParts.ts';
import type { Part } from './listParts.ts';

type Filters = ReferralFilters;
type StatusCount = ReferralCounts['statuses'][number];
type Counted = Exclude<StatusCount['status'], 'open'>;

/** Maximum number of a person's own referrals that are counted: the latest ones. */
const mostOwn = 10_000;

/** Counts by status. */
export async function countReferrals(
  db: Db,
  actor: Actor,
  filters: Filters,
  conditions: Conditions,
): Promise<ReferralCounts> {
  const parts = listParts(actor, filters);
  const statuses = withOpen(await countByStatus(db, parts, conditions));
  const { total, isMore } = totalOf(statuses, filters);
  return { statuses, total, isMore, hasOrganization: actor.viewAllClientIds.length > 0 };
}

/**
 * For the client's referrals each status is counted in its own index range; a user's own referrals are all read once, without
 * those of the client. Beyond `mostOwn` any status may have more.
 */
async function countByStatus(db: Db, parts: readonly Part[], { facets, base, isNamed }: Conditions) {
  const client = isNamed ? undefined : parts.find(({ name }) => name === 'client');
  const isCounted = client === undefined ? sql<boolean>`true` : sql<boolean>`(not ${isIn(client)})`;
  const own = parts
    .filter((part) => part !== client)
    .map((part) =>
      rowsOf(
        part,
        sql`r.referral_id, r.status, ${hasStatus('overdue')} as is_overdue`,
        allOf([isCounted, facets, base(part)]),
        sql`order by r.date_created desc, r.referral_id desc limit ${sql.lit(mostOwn + 1)}`,
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
  const { rows } = await sql<Record<Counted, number> & { is_cut: boolean }>`
    with own as materialized (${merged(own)})
    select ${sql.join(counts)}, (select count(*) > ${sql.lit(mostOwn)} from own) as is_cut`.execute(db);
  const [row] = rows;
  return counted.map((status): StatusCount => {
    const count = row?.[status] ?? 0;
    const isMore = count > mostCountedReferrals || row?.is_cut === true;
    return { status, count: Math.min(count, mostCountedReferrals), isMore };
  });
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
