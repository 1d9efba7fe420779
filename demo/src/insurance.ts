import type { InsurancePlanSubtype, InsurancePlanType } from '@careloop/contracts/codes/patients';
import type { ClientKey } from './organization.ts';
import type { Rows } from './rows.ts';

type Plan = [name: string, type: InsurancePlanType, subtype: InsurancePlanSubtype, isDisabled?: boolean];

/** Regions of carriers that operate in one region only; all others operate in both. */
const regions: Partial<Record<string, ClientKey>> = {
  'Commonwealth Mutual': 'bayColony',
  'Old Harbor Health Plan': 'bayColony',
  'Minuteman Benefit Trust': 'bayColony',
  MassHealth: 'bayColony',
  KanCare: 'prairieRidge',
  'Sunflower Mutual Health': 'prairieRidge',
  'Plains States Benefit Fund': 'prairieRidge',
};

const carriers: Record<string, Plan[]> = {
  'Commonwealth Mutual': [
    ['Select Network', 'hmo', 'commercial'],
    ['Choice Plus', 'ppo', 'commercial'],
    ['Exchange Silver 2500', 'epo', 'exchange'],
    ['Select Network 2019', 'hmo', 'commercial', true],
  ],
  'Old Harbor Health Plan': [
    ['Harbor Point of Service', 'pos', 'commercial'],
    ['Harbor Advantage', 'hmo', 'medicare_advantage'],
  ],
  'Minuteman Benefit Trust': [
    ['Employee Plan', 'ppo', 'commercial'],
    ['Veterans and Families', 'other', 'military'],
  ],
  MassHealth: [
    ['CarePlus', 'medicaid', 'medicaid'],
    ['Family Assistance', 'medicaid', 'medicaid'],
  ],
  KanCare: [['Sunflower State Plan', 'medicaid', 'medicaid']],
  Medicare: [
    ['Part A and B', 'other', 'other'],
    ['Advantage HMO', 'hmo', 'medicare_advantage'],
  ],
  'Sunflower Mutual Health': [
    ['Prairie Physicians Network', 'ipa', 'commercial'],
    ['Blue Stem PPO', 'ppo', 'commercial'],
  ],
  'Plains States Benefit Fund': [['Members Plan', 'epo', 'commercial']],
};

export interface InsurancePlans {
  /** Offered plans by region. */
  offered: Record<ClientKey, number[]>;
  /** Plans that are no longer offered, by carrier. */
  disabled: Map<string, number>;
}

/** Carriers in Massachusetts and Kansas, and their plans. */
export function addInsurancePlans(rows: Rows): InsurancePlans {
  const offered: Record<ClientKey, number[]> = { bayColony: [], prairieRidge: [] };
  const disabled = new Map<string, number>();
  for (const [name, plans] of Object.entries(carriers)) {
    const carrierId = rows.add('insurance_carrier', { name });
    for (const [plan, type, subtype, isDisabled = false] of plans) {
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
      const region = regions[name];
      for (const client of ['bayColony', 'prairieRidge'] as const) {
        if (region === undefined || region === client) offered[client].push(planId);
      }
    }
  }
  return { offered, disabled };
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
