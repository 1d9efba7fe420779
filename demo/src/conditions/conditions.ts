import type { ConditionProfile } from './profile.ts';

import { familyConditions } from './family.ts';
import { heartConditions } from './heart.ts';
import { jointConditions } from './joints.ts';
import { metabolicConditions } from './metabolic.ts';
import { mindConditions } from './mind.ts';
import { nerveConditions } from './nerves.ts';
import { organConditions } from './organs.ts';

const profiles = {
  ...heartConditions,
  ...metabolicConditions,
  ...organConditions,
  ...jointConditions,
  ...mindConditions,
  ...nerveConditions,
  ...familyConditions,
};

export type ConditionKey = keyof typeof profiles;

export function conditionOf(key: ConditionKey): ConditionProfile {
  return profiles[key];
}
