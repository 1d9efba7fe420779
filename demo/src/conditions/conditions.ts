import type { ConditionProfile } from './profile.ts';

import { bodyConditions } from './body.ts';
import { familyConditions } from './family.ts';
import { heartConditions } from './heart.ts';
import { metabolicConditions } from './metabolic.ts';
import { mindConditions } from './mind.ts';

const profiles = {
  ...heartConditions,
  ...metabolicConditions,
  ...bodyConditions,
  ...mindConditions,
  ...familyConditions,
};

export type ConditionKey = keyof typeof profiles;

export function conditionOf(key: ConditionKey): ConditionProfile {
  return profiles[key];
}
