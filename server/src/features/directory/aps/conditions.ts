import type { ApsQuery } from '@careloop/contracts/directory/search';
import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { startsWith } from '../../../platform/db/startsWith.ts';

/** Matches "patel", "patel, an", "anita pa" or the ten digits of an NPI; a leading title is ignored. */
function isNamed(term: string): RawBuilder<boolean> | undefined {
  const text = term
    .replace(/^dr\.?\s+/i, '')
    .replace(/\s*,\s*/, ', ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return undefined;
  if (/^\d{10}$/.test(text)) return sql<boolean>`pr.npi_number = ${text}`;
  return sql<boolean>`(${startsWith(sql.ref('pr.last_first'), text)} or ${startsWith(sql.ref('pr.first_last'), text)})`;
}

/** Whether the provider accepts a plan with this carrier, type and subtype, all in one plan. */
function takesPlan(query: Filters): RawBuilder<unknown> | undefined {
  const { insuranceCarrier, insurancePlanType: type, insurancePlanSubType: subtype } = query;
  const parts = [
    insuranceCarrier != null && sql`ip.insurance_carrier_id = ${insuranceCarrier}`,
    type != null && sql`ip.plan_type = ${insurancePlanType.nameOf(type)}`,
    subtype != null && sql`ip.plan_subtype = ${insurancePlanSubtype.nameOf(subtype)}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  return sql`exists (select from healthcare_provider_insurance_plan hp join insurance_plan ip using (insurance_plan_id)
    where hp.healthcare_provider_id = pr.healthcare_provider_id and ${sql.join(parts, sql` and `)})`;
}

/** Whether the provider has any or all of the tags. */
function isTagged({ healthcareProviderTagIds, tagFilterType }: Filters): RawBuilder<unknown> | undefined {
  const ids = [...new Set(healthcareProviderTagIds)];
  if (ids.length === 0) return undefined;
  const tagged = sql`from healthcare_provider_tagging tg where tg.healthcare_provider_id = pr.healthcare_provider_id
    and tg.healthcare_provider_tag_id = any(${ids}::bigint[])`;
  return tagFilterType === 'All' ? sql`(select count(*) ${tagged}) = ${ids.length}` : sql`exists (select ${tagged})`;
}

export type Filters = Pick<
  ApsQuery,
  | 'searchName'
  | 'gender'
  | 'insuranceCarrier'
  | 'insurancePlanType'
  | 'insurancePlanSubType'
  | 'preferredByProvider'
  | 'language'
  | 'affiliation'
  | 'isAcceptingNewPatients'
  | 'specialities'
  | 'healthcareProviderTagIds'
  | 'tagFilterType'
  | 'excludePersonIds'
> & { withoutUser?: boolean | undefined };

/** The conditions of a search over `healthcare_provider pr`, for the filters that are set. */
export function conditionsOf(query: Filters): RawBuilder<unknown>[] {
  const { gender, preferredByProvider, language, affiliation, specialities, excludePersonIds } = query;
  const conditions: (RawBuilder<unknown> | false | undefined)[] = [
    isNamed(query.searchName),
    specialities.length > 0 && sql`pr.healthcare_provider_specialty_id = any(${specialities}::bigint[])`,
    gender != null && sql`pr.gender = ${gender}`,
    language != null && sql`pr.language_codes @> array[${language}::int]`,
    query.isAcceptingNewPatients && sql`pr.accepts_new_patients`,
    excludePersonIds.length > 0 && sql`pr.healthcare_provider_id <> all(${excludePersonIds}::bigint[])`,
    query.withoutUser && sql`pr.user_id is null`,
    isTagged(query),
    takesPlan(query),
    affiliation != null &&
      sql`exists (select from healthcare_provider_affiliation pa
        where pa.healthcare_provider_id = pr.healthcare_provider_id and pa.affiliation_tier_id = ${affiliation})`,
    preferredByProvider != null &&
      sql`exists (select from healthcare_provider_preferred_by pb where pb.healthcare_provider_id = pr.healthcare_provider_id
        and pb.preferred_by_healthcare_provider_id = ${preferredByProvider})`,
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== false);
}
