import { deleteView } from '@careloop/contracts/saved-views';

import { ofOwner } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

export const probes: FeatureProbes = {
  closes: [[deleteView, ofOwner('savedViewId', (oracle) => oracle.rows.savedViews, 'refused')]],
};
