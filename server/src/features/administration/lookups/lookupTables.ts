import { clientLookupLimits } from '@careloop/contracts/administration/clientLookups';
import type {
  AffiliationEntry,
  ProviderTagEntry,
  saveAffiliation,
  saveProviderTag,
  saveTaskTag,
  TaskTagEntry,
} from '@careloop/contracts/administration/clientLookups';
import type {
  CarrierEntry,
  PlanEntry,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import type { LookupEntry, saveHealthCondition, saveSpecialty } from '@careloop/contracts/administration/lookups';
import type {
  ReferralReasonTemplate,
  saveReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import type { ManagedTaskTemplate, saveTaskTemplate } from '@careloop/contracts/administration/taskTemplates';
import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { codeOf } from '../../../platform/db/codeOf.ts';
import { shape } from '../../../platform/db/shape.ts';
import { writes } from '../../../platform/db/writes.ts';
import type { Lookup } from './lookup.ts';
import { templateColumns } from './templateColumns.ts';

/** An entry as stored; what the actor may do with it is added. */
type Stored<Entry> = Omit<Entry, 'can'>;

/** Of an entry in a list that all clients share: the client that uses it. */
export const ownerColumns = {
  clientId: 's.client_id',
  clientName: sql<string | null>`(select c.display_name from client c where c.client_id = s.client_id)`,
} as const;

export const specialties: Lookup<Stored<LookupEntry>, InputOf<typeof saveSpecialty>> = {
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
  columnsOf: writes<InputOf<typeof saveSpecialty>, 'healthcare_provider_specialty', 'id' | 'version' | 'clientId'>()({
    name: 'name',
    code: 'taxonomy_code',
  }),
  audited: ['name'],
};

export const healthConditions: Lookup<Stored<LookupEntry>, InputOf<typeof saveHealthCondition>> = {
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
  columnsOf: writes<InputOf<typeof saveHealthCondition>, 'health_condition', 'id' | 'version' | 'clientId'>()({
    name: 'name',
    code: 'diagnosis_code',
  }),
  audited: ['name'],
};

export const providerTags: Lookup<ProviderTagEntry, InputOf<typeof saveProviderTag>> = {
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
  columnsOf: writes<InputOf<typeof saveProviderTag>, 'healthcare_provider_tag', 'id' | 'version' | 'clientId'>()({
    name: 'tag_name',
  }),
  audited: ['name'],
};

export const taskTags: Lookup<TaskTagEntry, InputOf<typeof saveTaskTag>> = {
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
  columnsOf: writes<InputOf<typeof saveTaskTag>, 'task_tag', 'id' | 'version' | 'clientId'>()({
    name: 'tag_name',
  }),
  audited: ['name'],
};

export const referralReasonTemplates: Lookup<ReferralReasonTemplate, InputOf<typeof saveReferralReasonTemplate>> = {
  table: 'referral_reason_template',
  id: 'referral_reason_template_id',
  name: 'name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'referral-reason-template',
  uniqueName: 'referral_reason_template_name',
  entry: shape<ReferralReasonTemplate, { s: 'referral_reason_template' }>({
    id: 's.referral_reason_template_id',
    clientId: 's.client_id',
    name: 's.name',
    reason: 's.reason',
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`search_key(s.name), s.referral_reason_template_id`,
  columnsOf: writes<
    InputOf<typeof saveReferralReasonTemplate>,
    'referral_reason_template',
    'id' | 'version' | 'clientId'
  >()({ name: 'name', reason: 'reason' }),
  audited: ['name'],
};

export const taskTemplates: Lookup<ManagedTaskTemplate, InputOf<typeof saveTaskTemplate>> = {
  table: 'task_template',
  id: 'task_template_id',
  name: 'name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'task-template',
  uniqueName: 'task_template_client_id_name_key',
  entry: shape<ManagedTaskTemplate, { s: 'task_template' }>({
    id: 's.task_template_id',
    clientId: 's.client_id',
    name: 's.name',
    description: 's.description',
    dueInDays: 's.due_in_days',
    fields: 's.fields' as never,
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`search_key(s.name), s.task_template_id`,
  columnsOf: templateColumns,
  audited: ['name'],
};

export const affiliations: Lookup<AffiliationEntry, InputOf<typeof saveAffiliation>> = {
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
  columnsOf: writes<InputOf<typeof saveAffiliation>, 'affiliation_tier', 'id' | 'version' | 'clientId'>()({
    name: 'name',
    isPreferred: 'is_preferred',
    enforcePreferred: 'enforce_preferred',
    warningMessage: 'warning_message',
    position: (_, input) => ({ position: positionOf(input) }),
  }),
  audited: ['name', 'isPreferred', 'enforcePreferred'],
};

/** Left out, it stays; null or a new affiliation goes after the last one. */
function positionOf({ id, clientId, position }: InputOf<typeof saveAffiliation>) {
  if (id && position === undefined) return sql.ref<number>('position');
  return (
    position ??
    sql<number>`(select least(coalesce(max(t.position) + 1, 0), ${clientLookupLimits.position})
      from affiliation_tier t where t.client_id = ${clientId} and t.affiliation_tier_id is distinct from ${id ?? null}::bigint)`
  );
}

export const insuranceCarriers: Lookup<Stored<CarrierEntry>, InputOf<typeof saveInsuranceCarrier>> = {
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
  columnsOf: writes<InputOf<typeof saveInsuranceCarrier>, 'insurance_carrier', 'id' | 'version' | 'clientId'>()({
    name: 'name',
  }),
  audited: ['name'],
};

export const insurancePlans: Lookup<Stored<PlanEntry>, InputOf<typeof saveInsurancePlan>> = {
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
  columnsOf: writes<
    InputOf<typeof saveInsurancePlan>,
    'insurance_plan',
    'id' | 'version' | 'clientId' | 'insuranceCarrierId'
  >()({
    name: 'name',
    insurancePlanType: (code) => ({ plan_type: insurancePlanType.nameOf(code) }),
    insurancePlanSubType: (code) => ({ plan_subtype: insurancePlanSubtype.nameOf(code) }),
  }),
  audited: ['name', 'insuranceCarrierId'],
};
