import type {
  AffiliationEntry,
  ProviderTagEntry,
  TaskTagEntry,
} from '@careloop/contracts/administration/clientLookups';
import type { CarrierEntry, PlanEntry } from '@careloop/contracts/administration/insuranceLookups';
import type { LookupEntry } from '@careloop/contracts/administration/lookups';
import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import { sql } from 'kysely';

import { codeOf } from '../../../platform/db/codeOf.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { Lookup } from './lookup.ts';

/** An entry as stored; what the actor may do with it is added. */
type Stored<Entry> = Omit<Entry, 'can'>;

/** Of an entry in a list that all clients share: the client that uses it. */
export const ownerColumns = {
  clientId: 's.client_id',
  clientName: sql<string | null>`(select c.display_name from client c where c.client_id = s.client_id)`,
} as const;

export const specialties: Lookup<Stored<LookupEntry>> = {
  table: 'healthcare_provider_specialty',
  id: 'healthcare_provider_specialty_id',
  name: 'name',
  archived: 'is_archived',
  code: 'taxonomy_code',
  isShared: true,
  subject: 'specialty',
  uniqueName: 'healthcare_provider_specialty_name_key',
  entry: shape<Stored<LookupEntry>, { s: 'healthcare_provider_specialty' }>({
    id: 's.healthcare_provider_specialty_id',
    name: 's.name',
    code: 's.taxonomy_code',
    isPrimaryCare: 's.is_primary_care',
    isArchived: 's.is_archived',
    ...ownerColumns,
    version: 's.version',
  }),
  order: sql`s.name`,
};

export const healthConditions: Lookup<Stored<LookupEntry>> = {
  table: 'health_condition',
  id: 'health_condition_id',
  name: 'name',
  archived: 'is_archived',
  code: 'diagnosis_code',
  isShared: true,
  subject: 'health-condition',
  uniqueName: 'health_condition_name_key',
  entry: shape<Stored<LookupEntry>, { s: 'health_condition' }>({
    id: 's.health_condition_id',
    name: 's.name',
    code: 's.diagnosis_code',
    isPrimaryCare: sql`false`,
    isArchived: 's.is_archived',
    ...ownerColumns,
    version: 's.version',
  }),
  order: sql`s.name`,
};

export const providerTags: Lookup<ProviderTagEntry> = {
  table: 'healthcare_provider_tag',
  id: 'healthcare_provider_tag_id',
  name: 'tag_name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'provider-tag',
  uniqueName: 'healthcare_provider_tag_name',
  entry: shape<ProviderTagEntry, { s: 'healthcare_provider_tag' }>({
    id: 's.healthcare_provider_tag_id',
    clientId: 's.client_id',
    name: 's.tag_name',
    providerCount: sql`(select count(*)::int from healthcare_provider_tagging g
      where g.healthcare_provider_tag_id = s.healthcare_provider_tag_id)`,
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`search_key(s.tag_name), s.healthcare_provider_tag_id`,
};

export const taskTags: Lookup<TaskTagEntry> = {
  table: 'task_tag',
  id: 'task_tag_id',
  name: 'tag_name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'task-tag',
  uniqueName: 'task_tag_name',
  entry: shape<TaskTagEntry, { s: 'task_tag' }>({
    id: 's.task_tag_id',
    clientId: 's.client_id',
    name: 's.tag_name',
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`search_key(s.tag_name), s.task_tag_id`,
};

export const affiliations: Lookup<AffiliationEntry> = {
  table: 'affiliation_tier',
  id: 'affiliation_tier_id',
  name: 'name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'affiliation',
  uniqueName: 'affiliation_tier_name',
  entry: shape<AffiliationEntry, { s: 'affiliation_tier' }>({
    id: 's.affiliation_tier_id',
    clientId: 's.client_id',
    name: 's.name',
    providerCount: sql`(select count(*)::int from healthcare_provider_affiliation a
      where a.affiliation_tier_id = s.affiliation_tier_id)`,
    isPreferred: 's.is_preferred',
    enforcePreferred: 's.enforce_preferred',
    warningMessage: 's.warning_message',
    position: 's.position',
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`s.position, s.name`,
};

export const insuranceCarriers: Lookup<Stored<CarrierEntry>> = {
  table: 'insurance_carrier',
  id: 'insurance_carrier_id',
  name: 'name',
  archived: 'is_archived',
  isShared: true,
  subject: 'insurance-carrier',
  uniqueName: 'insurance_carrier_name',
  entry: shape<Stored<CarrierEntry>, { s: 'insurance_carrier' }>({
    id: 's.insurance_carrier_id',
    name: 's.name',
    planCount: sql`(select count(*)::int from insurance_plan n
      where n.insurance_carrier_id = s.insurance_carrier_id)`,
    isArchived: 's.is_archived',
    ...ownerColumns,
    version: 's.version',
  }),
  order: sql`search_key(s.name), s.insurance_carrier_id`,
};

export const insurancePlans: Lookup<Stored<PlanEntry>> = {
  table: 'insurance_plan',
  id: 'insurance_plan_id',
  name: 'name',
  archived: 'is_disabled',
  parent: 'insurance_carrier_id',
  isShared: true,
  subject: 'insurance-plan',
  uniqueName: 'insurance_plan_name',
  entry: shape<Stored<PlanEntry>, { s: 'insurance_plan' }>({
    id: 's.insurance_plan_id',
    insuranceCarrierId: 's.insurance_carrier_id',
    name: 's.name',
    insurancePlanType: codeOf<PlanEntry['insurancePlanType']>('s.plan_type', insurancePlanType.table),
    insurancePlanSubType: codeOf<PlanEntry['insurancePlanSubType']>('s.plan_subtype', insurancePlanSubtype.table),
    isArchived: 's.is_disabled',
    ...ownerColumns,
    version: 's.version',
  }),
  order: sql`search_key(s.name), s.insurance_plan_id`,
};
