import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import type { InsurancePlan } from '@careloop/contracts/patients/insurance';

/** "Harbor Health, Choice Plus (PPO, Commercial)". */
export function planLabel({
  name,
  insuranceCarrier,
  insurancePlanType: type,
  insurancePlanSubType,
}: InsurancePlan): string {
  const kind = insurancePlanTypeLabels[insurancePlanType.nameOf(type) ?? 'other'];
  const market = insurancePlanSubtypeLabels[insurancePlanSubtype.nameOf(insurancePlanSubType) ?? 'other'];
  return `${insuranceCarrier.name}, ${name} (${[...new Set([kind, market])].join(', ')})`;
}

/** `***-**-6789` from the known last digits; empty without them. */
export function maskedSsn(ending: string | null): string {
  return ending === null ? '' : `***-**-${ending}`;
}
