import type { Clock } from './clock.ts';
import type { ClientKey } from './organization.ts';
import type { Random } from './random.ts';
import type { Rows } from './rows.ts';

import { insurance } from './insurance.ts';
import type { InsurancePlans } from './insurance.ts';

interface Insured {
  patientId: number;
  client: ClientKey;
  ageInDays: number;
  plans: Pick<InsurancePlans, 'disabled' | 'byStatement'>;
}

/** HMO coverage older than this many days belongs to a plan that is no longer offered. */
const oldPlan = 900;

/** Payers: Medicare for older patients, often with a supplement; Medicaid or a commercial plan for the others. */
export function addCoverage(rows: Rows, clock: Clock, insured: Insured, random: Random): void {
  const { patientId, client, ageInDays, plans } = insured;
  for (const [payer, planType] of choosePlans(client, ageInDays, random)) {
    const memberId = `${payer[0]}${random.int(100_000_000, 999_999_999)}`;
    const days = Math.min(ageInDays, random.int(90, 1_400));
    const isOld = planType === 'HMO' && days > oldPlan && plans.disabled.has(payer);
    rows.add('patient_coverage', {
      patient_id: patientId,
      payer_name: payer,
      plan_type: planType,
      insurance_plan_id: isOld ? plans.disabled.get(payer) : (plans.byStatement.get(`${payer} ${planType}`) ?? null),
      member_id: memberId,
      status: 'active',
      start_date: clock.day(-days),
      end_date: null,
    });
  }
}

function choosePlans(client: ClientKey, ageInDays: number, random: Random): [string, string][] {
  const commercial = insurance.commercial[client];
  if (ageInDays > 65 * 365) {
    const medicare: [string, string] = ['Medicare', random.chance(0.5) ? 'Part A and B' : 'Advantage HMO'];
    return random.chance(0.45) ? [medicare, [random.pick(commercial), 'Supplement']] : [medicare];
  }
  if (random.chance(0.35)) return [[insurance.medicaid[client], 'Medicaid managed care']];
  return [[random.pick(commercial), random.pick(['HMO', 'PPO', 'POS'])]];
}
