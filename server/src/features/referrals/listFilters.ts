import { openReferralStatuses } from '@careloop/contracts/codes';
import { providerSelectionReason, referralType } from '@careloop/contracts/codes/referrals';
import { isDigest } from '@careloop/contracts/referrals/digest';
import type { ReferralFilters } from '@careloop/contracts/referrals/filters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { startsWith } from '../../platform/db/startsWith.ts';
import { dueKey, ofPatient } from './listParts.ts';
import type { Part } from './listParts.ts';
import { isUnread } from './shared/queries/unread.ts';

/** The facets of the list, each a condition on a referral `r`. */
export const facetNames = [
  'urgencyDays',
  'healthcareProviderSpecialtyId',
  'healthcareProviderId',
  'referredByHealthcareProviderId',
  'referralType',
  'providerSelectionReason',
  'awaitReplyFrom',
] as const;
export type FacetName = (typeof facetNames)[number];

const facetColumns: Record<FacetName, RawBuilder<unknown>> = {
  urgencyDays: sql`r.urgency_days`,
  healthcareProviderSpecialtyId: sql`r.search_specialty_id`,
  healthcareProviderId: sql`r.healthcare_provider_id`,
  referredByHealthcareProviderId: sql`r.referred_by_healthcare_provider_id`,
  referralType: sql`r.referral_type`,
  providerSelectionReason: sql`r.provider_selection_reason`,
  awaitReplyFrom: sql`r.await_reply_from`,
};

/** The chosen value of a facet as its column stores it; undefined if none is chosen. */
export function chosenValue(filters: ReferralFilters, name: FacetName): string | number | undefined {
  if (name === 'referralType') return referralType.nameOf(filters.referralType ?? 0);
  if (name === 'providerSelectionReason') return providerSelectionReason.nameOf(filters.providerSelectionReason ?? 0);
  return filters[name];
}

/** Conditions on `r`; some are omitted when facet values are counted. */
export interface Conditions {
  status: RawBuilder<boolean>;
  facets: RawBuilder<boolean>;
  /** Whether the search matches few patients, which makes every part small. */
  isNamed: boolean;
  /** Search term, dates and unread responses. */
  base: (part: Part) => RawBuilder<boolean>;
}

export async function conditionsOf(db: Db, actor: Actor, filters: ReferralFilters): Promise<Conditions> {
  const ids = await findNamed(db, actor, filters);
  const dated = allOf([sentBetween(filters), ...(filters.unread === true ? [isUnread(principalOf(actor))] : [])]);
  const facets = facetNames.flatMap((name) => {
    const value = chosenValue(filters, name);
    return value === undefined ? [] : [sql<boolean>`${facetColumns[name]} = ${value}`];
  });
  return {
    status: inStatus(filters),
    isNamed: ids !== null,
    facets: allOf(facets),
    base: ({ name }) =>
      allOf([
        name === 'client' && ids !== null
          ? or([sql<boolean>`r.patient_id = any(${ids}::bigint[])`, ...hasDigest(filters)])
          : named(filters),
        dated,
      ]),
  };
}

export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function inStatus({ status, statuses }: ReferralFilters): RawBuilder<boolean> {
  const one = status === undefined ? sql<boolean>`true` : hasStatus(status);
  if (statuses === undefined) return one;
  const any = statuses.length === 0 ? [sql<boolean>`false`] : statuses.map(hasStatus);
  return sql<boolean>`(${one} and (${sql.join(any, sql` or `)}))`;
}

export function hasStatus(status: NonNullable<ReferralFilters['status']>): RawBuilder<boolean> {
  if (status === 'open') return sql<boolean>`r.status in (${literals(openReferralStatuses)})`;
  return status === 'overdue' ? sql<boolean>`${dueKey} < now()` : sql<boolean>`r.status = ${sql.lit(status)}`;
}

function named(filters: ReferralFilters): RawBuilder<boolean> {
  const { searchTerm } = filters;
  if (searchTerm === '') return sql<boolean>`true`;
  const ways = searchedKeys.map((key) => startsWith(sql.ref(`p.${key}`), searchTerm));
  return or([ofPatient(or(ways)), ...hasDigest(filters)]);
}

const or = (ways: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(ways, sql` or `)})`;

/**
 * Whether a digest stored when the referral was sent or changed begins with the search term; no condition if the term is not a
 * digest.
 */
function hasDigest({ searchTerm }: ReferralFilters): RawBuilder<boolean>[] {
  if (!isDigest(searchTerm)) return [];
  const digest = searchTerm.toLowerCase();
  return [
    sql<boolean>`r.referral_id = any(array(select s.referral_id from referral_sent s
      where s.sha256 collate "C" >= ${digest} and s.sha256 collate "C" < ${digest} || 'g'))`,
  ];
}

const searchedKeys = ['last_first', 'first_last', 'mrn_key'] as const;

/** Maximum number of patients whose referrals are looked up by patient; for a more common name the list is filtered instead. */
const mostNamed = 2_000;

/**
 * The patients of the actor's clients whose name or MRN begins with the search term; null without a term, or if there are too
 * many.
 */
async function findNamed(db: Db, actor: Actor, { searchTerm, scope, patientId }: ReferralFilters) {
  if (searchTerm === '' || scope === 'mine' || patientId !== undefined || actor.viewAllClientIds.length === 0)
    return null;
  const ways = searchedKeys.map(
    (key) => sql`(select p.patient_id from unnest(${actor.viewAllClientIds}::bigint[]) as c(id) cross join lateral (
      select n.patient_id from patient n where n.client_id = c.id and ${startsWith(sql.ref(`n.${key}`), searchTerm)}
      limit ${mostNamed + 1}) as p)`,
  );
  const { rows } = await sql<{ patient_id: number }>`${sql.join(ways, sql` union `)} limit ${mostNamed + 1}`.execute(
    db,
  );
  return rows.length > mostNamed ? null : rows.map((row) => row.patient_id);
}

/** Sent between the first and last day, inclusive, in the reader's time zone. */
function sentBetween({ from, until, timeZone }: ReferralFilters): RawBuilder<boolean> {
  const bounds: RawBuilder<boolean>[] = [];
  if (from !== undefined)
    bounds.push(sql<boolean>`r.date_created >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (until !== undefined) {
    bounds.push(sql<boolean>`r.date_created < (${until}::date + 1)::timestamp at time zone ${timeZone}`);
  }
  return allOf(bounds);
}
