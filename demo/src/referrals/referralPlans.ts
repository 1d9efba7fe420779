import type { ReferralPlan } from './plan.ts';

import { sentByCardiology } from './sentByCardiology.ts';
import { sentElsewhere } from './sentElsewhere.ts';
import { sentInKansas } from './sentInKansas.ts';
import { sentToCardiology } from './sentToCardiology.ts';

/** All demo referrals, in narrative order; they are numbered by the time they were sent. */
export const referralPlans: readonly ReferralPlan[] = [
  ...sentToCardiology,
  ...sentByCardiology,
  ...sentElsewhere,
  ...sentInKansas,
];
