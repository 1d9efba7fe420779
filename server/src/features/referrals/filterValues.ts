import { providerSelectionReason, referralType } from '@careloop/contracts/codes/referrals';
import { mostCountedReferrals } from '@careloop/contracts/referrals/filters';
import type { ReferralFilters, ReferralFilterValues } from '@careloop/contracts/referrals/filters';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { codeOf } from '../../platform/db/codeOf.ts';
import { jsonRows, shape } from '../../platform/db/shape.ts';
import { allOf, chosenValue, conditionsOf, facetNames } from './listFilters.ts';
import type { FacetName } from './listFilters.ts';
import { dueKey, listParts, merged, rowsOf } from './listParts.ts';

/** Maximum number of providers offered, those with the most referrals first. */
const mostProviders = 100;

interface FacetRow {
  urgency_days: number;
  specialty_id: number | null;
  provider_id: number | null;
  sender_id: number | null;
  referral_type: string;
  provider_selection_reason: string | null;
  await_reply_from: ReferralSide | null;
}

const facetColumns: Record<FacetName, keyof FacetRow> = {
  urgencyDays: 'urgency_days',
  healthcareProviderSpecialtyId: 'specialty_id',
  healthcareProviderId: 'provider_id',
  referredByHealthcareProviderId: 'sender_id',
  referralType: 'referral_type',
  providerSelectionReason: 'provider_selection_reason',
  awaitReplyFrom: 'await_reply_from',
};

type Count = number | null;

const count = sql<Count>`case when (select is_more from size) then null else count(item.urgency_days)::int end`;
const urgency = shape<ReferralFilterValues['urgencies'][number], { item: FacetRow }>({
  urgencyDays: 'item.urgency_days',
  count,
});
const replies = shape<ReferralFilterValues['awaitReply'][number], { item: { await_reply_from: ReferralSide } }>({
  awaitReplyFrom: 'item.await_reply_from',
  count,
});
const type = shape<ReferralFilterValues['referralTypes'][number], { item: FacetRow }>({
  referralType: codeOf('item.referral_type', referralType.table),
  count,
});
const selectionReason = shape<ReferralFilterValues['selectionReasons'][number], { item: FacetRow }>({
  providerSelectionReason: codeOf('item.provider_selection_reason', providerSelectionReason.table),
  count,
});
const specialty = shape<ReferralFilterValues['specialties'][number], { s: 'healthcare_provider_specialty' }>({
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  name: 's.name',
  count,
});
const provider = shape<ReferralFilterValues['providers'][number], { h: 'healthcare_provider' }>({
  healthcareProviderId: 'h.healthcare_provider_id',
  name: sql`h.last_name || ', ' || h.first_name`,
  count: sql<Count>`case when (select is_more from size) then null else most.count end`,
});

/**
 * Counts each value under all filters except its own, so that another value can be chosen, among the latest referrals. A chosen
 * value is offered even if none of them has it.
 */
export async function findFilterValues(db: Db, actor: Actor, filters: ReferralFilters): Promise<ReferralFilterValues> {
  const { status, base, facets: chosen } = await conditionsOf(db, actor, filters);
  const parts = listParts(actor, filters);
  const columns = sql`r.referral_id, r.urgency_days, r.search_specialty_id as specialty_id, r.healthcare_provider_id as provider_id,
    r.referred_by_healthcare_provider_id as sender_id, r.referral_type, r.provider_selection_reason, r.await_reply_from`;
  // Sort by the key of the index used for the status; otherwise all overdue rows would be read and sorted.
  const latestKey = filters.status === 'overdue' ? dueKey : sql`r.date_created`;
  const latest = (most: number) => sql`order by ${latestKey} desc, r.referral_id desc limit ${sql.lit(most)}`;
  const rows = parts.map((part) =>
    rowsOf(part, columns, allOf([status, base(part)]), latest(mostCountedReferrals + 1)),
  );
  // Also the latest, so that the index of the chosen value is used; otherwise a value that none has is looked for in all rows.
  const withChosen = parts.map((part) => rowsOf(part, columns, allOf([status, base(part), chosen]), latest(1)));
  const hasChosen = facetNames.some((name) => chosenValue(filters, name) !== undefined);
  const others = (name: FacetName) => otherFacets(filters, name);
  const providers = (name: 'healthcareProviderId' | 'referredByHealthcareProviderId') => {
    const id = sql.ref(`item.${facetColumns[name]}`);
    return jsonRows(provider.from`(select ${id} as id, count(*)::int as count from item
        where ${id} is not null and ${others(name)} group by 1 order by 2 desc, 1 limit ${mostProviders}) as most
      join healthcare_provider h on h.healthcare_provider_id = most.id order by most.count desc, 2`);
  };
  const facets = shape<ReferralFilterValues, { size: { is_more: boolean } }>({
    urgencies: jsonRows(urgency.from`item where ${others('urgencyDays')} group by 1 order by 1`),
    specialties: jsonRows(
      specialty.from`item join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = item.specialty_id
        where ${others('healthcareProviderSpecialtyId')} group by s.healthcare_provider_specialty_id order by s.name`,
    ),
    providers: providers('healthcareProviderId'),
    referredBy: providers('referredByHealthcareProviderId'),
    referralTypes: jsonRows(type.from`item where ${others('referralType')} group by 1 order by 1`),
    selectionReasons: jsonRows(
      selectionReason.from`item where item.provider_selection_reason is not null and ${others('providerSelectionReason')}
        group by 1 order by 1`,
    ),
    awaitReply: jsonRows(
      replies.from`item where item.await_reply_from is not null and ${others('awaitReplyFrom')} group by 1 order by 1`,
    ),
  });
  const { rows: found } = await sql<ReferralFilterValues>`
    with late as materialized (${merged(rows)}),
      size as (select count(*) > ${mostCountedReferrals} as is_more from late),
      item as materialized (select * from late ${
        hasChosen ? sql`union all select * from (${merged(withChosen)}) as one where (select is_more from size)` : sql``
      })
    select ${facets.select} from size`.execute(db);
  return (
    found[0] ?? {
      urgencies: [],
      specialties: [],
      providers: [],
      referredBy: [],
      referralTypes: [],
      selectionReasons: [],
      awaitReply: [],
    }
  );
}

function otherFacets(filters: ReferralFilters, own: FacetName): RawBuilder<boolean> {
  const conditions = facetNames.flatMap((name) => {
    const value = chosenValue(filters, name);
    return name === own || value === undefined
      ? []
      : [sql<boolean>`${sql.ref(`item.${facetColumns[name]}`)} = ${value}`];
  });
  return allOf(conditions);
}
