import type { FeatureRegistration } from '../shell/features.ts';
import { auditViewer } from './administration/audit/registration.ts';
import { managedClients } from './administration/clients/registration.ts';
import { lookups } from './administration/lookups/registration.ts';
import { userAdministration } from './administration/users/registration.ts';
import { careTeams } from './care-teams/registration.tsx';
import { consultations } from './consultations/registration.tsx';
import { dashboard } from './dashboard/registration.ts';
import { directory } from './directory/registration.ts';
import { organizations } from './directory/organizations/registration.ts';
import { duplicates } from './duplicates/registration.tsx';
import { messages } from './messages/registration.tsx';
import { patientAccess } from './patient-access/registration.tsx';
import { patients } from './patients/registration.ts';
import { profile } from './profile/registration.ts';
import { referrals } from './referrals/registration.ts';
import { reports } from './reports/registration.ts';
import { siteInfo } from './site-info/registration.ts';
import { support } from './support/registration.ts';
import { tasks } from './tasks/registration.ts';
import { workQueues } from './work-queues/registration.tsx';

/** Features, in the order in which the navigation and the sitemap list their screens. */
export const features: readonly FeatureRegistration[] = [
  dashboard,
  referrals,
  consultations,
  patients,
  careTeams,
  patientAccess,
  duplicates,
  directory,
  messages,
  workQueues,
  tasks,
  reports,
  organizations,
  profile,
  userAdministration,
  managedClients,
  lookups,
  auditViewer,
  siteInfo,
  support,
];
