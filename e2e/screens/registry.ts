import { administrationScreens } from './administration.ts';
import { chartScreens } from './charts.ts';
import { duplicateScreens } from './duplicates.ts';
import { messageScreens } from './messages.ts';
import { directoryScreens } from './directory.ts';
import { patientScreens } from './patients.ts';
import { referralScreens } from './referrals.ts';
import { referralStepScreens } from './referralSteps.ts';
import { reportScreens } from './reports.ts';
import { shellScreens } from './shell.ts';
import { siteScreens } from './site.ts';
import { workQueueScreens } from './work-queues.ts';

import type { Screen } from './screen.ts';

/** Each domain adds its own screens. */
export const screens: readonly Screen[] = [
  ...shellScreens,
  ...referralScreens,
  ...referralStepScreens,
  ...patientScreens,
  ...chartScreens,
  ...duplicateScreens,
  ...messageScreens,
  ...workQueueScreens,
  ...directoryScreens,
  ...reportScreens,
  ...siteScreens,
  ...administrationScreens,
];
