import { administration } from './administration/feature.tsx';
import { careTeams } from './care-teams/feature.tsx';
import { charts } from './charts/feature.tsx';
import { consultations } from './consultations/feature.tsx';
import { dashboard } from './dashboard/feature.tsx';
import { organizations } from './directory/organizations/feature.tsx';
import { directory } from './directory/feature.tsx';
import { duplicates } from './duplicates/feature.tsx';
import { help } from './help/feature.tsx';
import { imports } from './imports/feature.tsx';
import { messages } from './messages/feature.tsx';
import { patientAccess } from './patient-access/feature.tsx';
import { patients } from './patients/feature.tsx';
import { profile } from './profile/feature.tsx';
import { referrals } from './referrals/feature.tsx';
import { reports } from './reports/feature.tsx';
import { sharing } from './sharing/feature.tsx';
import { siteInfo } from './site-info/feature.tsx';
import { support } from './support/feature.tsx';
import { tasks } from './tasks/feature.tsx';
import { workQueues } from './work-queues/feature.tsx';

/** Features, in the order in which the navigation and the sitemap list their screens. */
export const features = [
  dashboard,
  referrals,
  consultations,
  patients,
  charts,
  careTeams,
  sharing,
  patientAccess,
  duplicates,
  imports,
  directory,
  messages,
  workQueues,
  tasks,
  reports,
  organizations,
  profile,
  administration,
  siteInfo,
  support,
  help,
] as const;
