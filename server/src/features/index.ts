import type { Feature } from '../core/feature.ts';
import { administration } from './administration/feature.ts';
import { careTeams } from './care-teams/feature.ts';
import { charts } from './charts/feature.ts';
import { clinicalRecord } from './clinical-record/feature.ts';
import { consultations } from './consultations/feature.ts';
import { dashboard } from './dashboard/feature.ts';
import { directory } from './directory/feature.ts';
import { duplicates } from './duplicates/feature.ts';
import { imports } from './imports/feature.ts';
import { messages } from './messages/feature.ts';
import { overview } from './overview/feature.ts';
import { patientAccess } from './patient-access/feature.ts';
import { patientLists } from './patient-lists/feature.ts';
import { patients } from './patients/feature.ts';
import { profile } from './profile/feature.ts';
import { referrals } from './referrals/feature.ts';
import { reports } from './reports/feature.ts';
import { savedViews } from './saved-views/feature.ts';
import { session } from './session/feature.ts';
import { sharing } from './sharing/feature.ts';
import { siteInfo } from './site-info/feature.ts';
import { support } from './support/feature.ts';
import { tasks } from './tasks/feature.ts';
import { workQueues } from './work-queues/feature.ts';

/** The features of the API. */
export const features: readonly Feature[] = [
  session,
  patients,
  overview,
  clinicalRecord,
  patientLists,
  duplicates,
  imports,
  careTeams,
  patientAccess,
  charts,
  directory,
  referrals,
  savedViews,
  dashboard,
  reports,
  tasks,
  consultations,
  workQueues,
  messages,
  administration,
  sharing,
  siteInfo,
  profile,
  support,
];
