import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import { z } from 'zod';

import type { Rows } from './rows.ts';

import { keyOf, readContent } from './content.ts';
import { clientKey, type ClientKey } from './organization.ts';

const carrier = z.strictObject({
  name: z.string(),
  /** Both regions if omitted. */
  region: clientKey.optional(),
  plans: z.array(
    z.strictObject({
      name: z.string(),
      type: keyOf(insurancePlanType.table),
      subtype: keyOf(insurancePlanSubtype.table),
      isDisabled: z.boolean().default(false),
    }),
  ),
});

/** Carriers in Massachusetts and Kansas, and those that insure patients under 65. */
export const insurance = readContent(
  'insurance',
  z.strictObject({
    carriers: z.array(carrier),
    medicaid: z.record(clientKey, z.string()),
    commercial: z.record(clientKey, z.array(z.string())),
  }),
);

export interface InsurancePlans {
  /** Offered plans by region. */
  offered: Record<ClientKey, number[]>;
  /** Plans that are no longer offered, by carrier. */
  disabled: Map<string, number>;
  /** Offered plans by carrier and their name or type, as coverages state it: "Medicare Part A and B", "Old Harbor Health Plan HMO". */
  byStatement: Map<string, number>;
}

/** The carriers and their plans. */
export function addInsurancePlans(rows: Rows): InsurancePlans {
  const offered: Record<ClientKey, number[]> = { bayColony: [], prairieRidge: [] };
  const disabled = new Map<string, number>();
  const byStatement = new Map<string, number>();
  for (const { name, region, plans } of insurance.carriers) {
    const carrierId = rows.add('insurance_carrier', { name });
    for (const { name: plan, type, subtype, isDisabled } of plans) {
      const planId = rows.add('insurance_plan', {
        insurance_carrier_id: carrierId,
        name: plan,
        plan_type: type,
        plan_subtype: subtype,
        is_disabled: isDisabled,
      });
      if (isDisabled) {
        disabled.set(name, planId);
        continue;
      }
      const stated = type === 'medicaid' ? 'Medicaid managed care' : type.toUpperCase();
      for (const statement of [plan, stated]) {
        const key = `${name} ${statement}`;
        if (!byStatement.has(key)) byStatement.set(key, planId);
      }
      for (const client of ['bayColony', 'prairieRidge'] as const) {
        if (region === undefined || region === client) offered[client].push(planId);
      }
    }
  }
  return { offered, disabled, byStatement };
}

interface Dependent {
  patientId: number;
  ageInDays: number;
  /** "Juliana Silva (mother)". */
  caregiver: string | null;
  cellPhone: string | null;
}

/** Parents are the guarantors of their children. */
export function addGuarantor(rows: Rows, { patientId, ageInDays, caregiver, cellPhone }: Dependent): void {
  const [, first, last, relation] = /^(\S+) (.+) \((\w+)\)$/.exec(caregiver ?? '') ?? [];
  if (ageInDays > 18 * 365 || first === undefined || last === undefined || relation === undefined) return;
  rows.add('patient_guarantor', {
    patient_id: patientId,
    first_name: first,
    last_name: last,
    relationship: `${relation.charAt(0).toUpperCase()}${relation.slice(1)}`,
    cell_phone: cellPhone,
  });
}
