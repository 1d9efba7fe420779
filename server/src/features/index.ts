import * as careTeams from '@careloop/contracts/care-teams';
import * as careTeamInvitations from '@careloop/contracts/care-teams/invitations';
import * as careTeamMembers from '@careloop/contracts/care-teams/members';
import * as charts from '@careloop/contracts/charts';
import * as chartArchive from '@careloop/contracts/charts/archive';
import * as generatedCharts from '@careloop/contracts/charts/generated';
import * as chartUpload from '@careloop/contracts/charts/upload';
import * as chartViewer from '@careloop/contracts/charts/viewer';
import * as consultations from '@careloop/contracts/consultations';
import * as duplicates from '@careloop/contracts/duplicates';
import * as duplicateConflicts from '@careloop/contracts/duplicates/conflicts';
import * as directory from '@careloop/contracts/directory';
import * as directoryAddresses from '@careloop/contracts/directory/addresses';
import * as directorySearch from '@careloop/contracts/directory/search';
import * as directoryLookups from '@careloop/contracts/directory/lookups';
import * as directoryNetwork from '@careloop/contracts/directory/network';
import * as directoryOrganizations from '@careloop/contracts/directory/organizations';
import * as directoryProviders from '@careloop/contracts/directory/providers';
import * as directoryUsers from '@careloop/contracts/directory/users';
import * as messages from '@careloop/contracts/messages';
import * as cannedReplies from '@careloop/contracts/messages/cannedReplies';
import * as conversations from '@careloop/contracts/messages/conversations';
import * as messageDrafts from '@careloop/contracts/messages/drafts';
import * as messageSending from '@careloop/contracts/messages/sending';
import * as patientAccess from '@careloop/contracts/patient-access';
import * as patients from '@careloop/contracts/patients';
import * as patientActivities from '@careloop/contracts/patients/activities';
import * as patientAppointments from '@careloop/contracts/patients/appointments';
import * as patientDemographics from '@careloop/contracts/patients/demographics';
import * as patientEncounters from '@careloop/contracts/patients/encounters';
import * as patientHistory from '@careloop/contracts/patients/history';
import * as patientInsurance from '@careloop/contracts/patients/insurance';
import * as patientOverview from '@careloop/contracts/patients/overview';
import * as addedPatients from '@careloop/contracts/patients/add';
import * as foundPatients from '@careloop/contracts/patients/find';
import * as patientLists from '@careloop/contracts/patients/lists';
import * as populations from '@careloop/contracts/patients/populations';
import * as profile from '@careloop/contracts/profile';
import * as profileEnrollment from '@careloop/contracts/profile/enrollment';
import * as profileProxies from '@careloop/contracts/profile/proxies';
import * as referrals from '@careloop/contracts/referrals';
import * as referralAppointments from '@careloop/contracts/referrals/appointments';
import * as referralAdditionalInfo from '@careloop/contracts/referrals/additionalInfo';
import * as referralClosing from '@careloop/contracts/referrals/closing';
import * as referralUpdating from '@careloop/contracts/referrals/updating';
import * as referralDrafts from '@careloop/contracts/referrals/drafts';
import * as referralExport from '@careloop/contracts/referrals/export';
import * as referralFilters from '@careloop/contracts/referrals/filters';
import * as referralProcessing from '@careloop/contracts/referrals/processing';
import * as referralRecord from '@careloop/contracts/referrals/record';
import * as referralDigest from '@careloop/contracts/referrals/digest';
import * as referralUnread from '@careloop/contracts/referrals/unread';
import * as savedViews from '@careloop/contracts/saved-views';
import * as reports from '@careloop/contracts/reports';
import * as powerBi from '@careloop/contracts/reports/powerBi';
import * as session from '@careloop/contracts/session';
import * as credentials from '@careloop/contracts/session/credentials';
import * as auditViewer from '@careloop/contracts/administration/audit';
import * as clientLookups from '@careloop/contracts/administration/clientLookups';
import * as managedClients from '@careloop/contracts/administration/clients';
import * as facilityFaxNumbers from '@careloop/contracts/administration/faxNumbers';
import * as insuranceLookups from '@careloop/contracts/administration/insuranceLookups';
import * as managedLookups from '@careloop/contracts/administration/lookups';
import * as managedUsers from '@careloop/contracts/administration/users';
import * as singleSignOn from '@careloop/contracts/session/singleSignOn';
import * as textMessages from '@careloop/contracts/sharing/sms';
import * as unassignedReplies from '@careloop/contracts/sharing/unassignedReplies';
import * as documentExport from '@careloop/contracts/sharing/documentExport';
import * as emr from '@careloop/contracts/sharing/emr';
import * as siteInfo from '@careloop/contracts/site-info';
import * as support from '@careloop/contracts/support';
import * as dashboard from '@careloop/contracts/dashboard';
import * as tasks from '@careloop/contracts/tasks';
import * as taskTemplates from '@careloop/contracts/tasks/templates';
import * as workQueues from '@careloop/contracts/work-queues';
import * as workQueueItems from '@careloop/contracts/work-queues/items';
import { isEndpoint } from '@careloop/contracts/endpoint';
import type { Endpoint } from '@careloop/contracts/endpoint';

import { prepareAuditPartitions } from '../platform/audit/jobs.ts';
import type { App } from '../core/app.ts';
import type { JobDefinition } from '../platform/jobs/defineJob.ts';
import { invitationRoutes } from './care-teams/invitationRoutes.ts';
import { careTeamJobs } from './care-teams/jobs.ts';
import { memberRoutes } from './care-teams/memberRoutes.ts';
import { careTeamRoutes } from './care-teams/routes.ts';
import { chartJobs } from './charts/jobs.ts';
import { generatedChartRoutes } from './charts/generatedRoutes.ts';
import { chartRoutes } from './charts/routes.ts';
import { viewerRoutes } from './charts/viewerRoutes.ts';
import { consultationJobs } from './consultations/jobs.ts';
import { consultationRoutes } from './consultations/routes.ts';
import { addressRoutes } from './directory/addresses/addressRoutes.ts';
import { apsRoutes } from './directory/aps/routes.ts';
import { lookupRoutes } from './directory/lookupRoutes.ts';
import { networkRoutes } from './directory/network/networkRoutes.ts';
import { organizationRoutes } from './directory/organizations/organizationRoutes.ts';
import { providerRoutes } from './directory/providers/providerRoutes.ts';
import { directoryRoutes } from './directory/routes.ts';
import { userRoutes } from './directory/user-search/userRoutes.ts';
import { conflictRoutes } from './duplicates/conflictRoutes.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { messageJobs } from './messages/jobs.ts';
import { messageRoutes } from './messages/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { activityRoutes } from './patients/activityRoutes.ts';
import { encounterRoutes } from './patients/encounterRoutes.ts';
import { recordRoutes } from './patients/recordRoutes.ts';
import { patientAccessJobs } from './patient-access/jobs.ts';
import { patientAccessRoutes } from './patient-access/routes.ts';
import { patientFindRoutes } from './patient-lists/find/routes.ts';
import { patientListRoutes } from './patient-lists/list/routes.ts';
import { populationRoutes } from './patient-lists/populations/routes.ts';
import { patientRoutes } from './patients/routes.ts';
import { profileJobs } from './profile/jobs.ts';
import { profileRoutes } from './profile/routes.ts';
import { referralDraftRoutes } from './referrals/draftRoutes.ts';
import { referralJobs } from './referrals/jobs.ts';
import {
  processRoutes,
  referralAppointmentRoutes,
  referralClosingRoutes,
  referralUpdateRoutes,
} from './referrals/processRoutes.ts';
import { referralRecordRoutes } from './referrals/recordRoutes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { reportJobs } from './reports/jobs.ts';
import { powerBiRoutes } from './reports/powerBiRoutes.ts';
import { reportRoutes } from './reports/routes.ts';
import { credentialJobs } from './session/credentialJobs.ts';
import { credentialRoutes } from './session/credentialRoutes.ts';
import { sessionJobs } from './session/jobs.ts';
import { healthRoutes } from './session/healthRoutes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { ownSessionsRoutes } from './session/sessionsRoutes.ts';
import { auditRoutes } from './administration/audit-viewer/auditRoutes.ts';
import { faxNumberRoutes, managedClientRoutes } from './administration/clients/clientRoutes.ts';
import { managedClientJobs } from './administration/clients/jobs.ts';
import { clientLookupRoutes } from './administration/lookups/clientLookupRoutes.ts';
import { insuranceLookupRoutes } from './administration/lookups/insuranceLookupRoutes.ts';
import { managedLookupRoutes } from './administration/lookups/managedLookupRoutes.ts';
import { managedUserRoutes } from './administration/users/userRoutes.ts';
import { singleSignOnRoutes } from './session/singleSignOnRoutes.ts';
import { textJobs } from './sharing/sms/jobs.ts';
import { replyRoutes } from './sharing/sms/replyRoutes.ts';
import { textRoutes } from './sharing/sms/routes.ts';
import { emrJobs } from './sharing/emr/jobs.ts';
import { emrRoutes } from './sharing/emr/routes.ts';
import { sharingJobs } from './sharing/jobs.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { siteInfoRoutes } from './site-info/routes.ts';
import { supportJobs } from './support/jobs.ts';
import { supportRoutes } from './support/routes.ts';
import { dashboardJobs } from './dashboard/jobs.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { taskJobs } from './tasks/jobs.ts';
import { taskChangeRoutes, taskRoutes } from './tasks/routes.ts';
import { workQueueItemRoutes } from './work-queues/itemRoutes.ts';
import { workQueueRoutes } from './work-queues/routes.ts';

/** The parts a feature adds to the product. */
export interface Feature {
  /** Modules that declare its endpoints; buildApp() fails if one has no route. */
  contracts: readonly Record<string, unknown>[];
  routes: readonly ((app: App) => void)[];
  jobs?: readonly JobDefinition[];
}

/** Every feature of the API. */
export const features: readonly Feature[] = [
  {
    contracts: [session, credentials, singleSignOn],
    routes: [sessionRoutes, healthRoutes, credentialRoutes, ownSessionsRoutes, singleSignOnRoutes],
    jobs: [...sessionJobs, ...credentialJobs],
  },
  {
    contracts: [
      patients,
      patientActivities,
      patientAppointments,
      patientDemographics,
      patientEncounters,
      patientHistory,
      patientInsurance,
    ],
    routes: [patientRoutes, activityRoutes, encounterRoutes, recordRoutes],
  },
  { contracts: [patientOverview], routes: [overviewRoutes] },
  { contracts: [patientLists], routes: [patientListRoutes] },
  { contracts: [foundPatients, addedPatients], routes: [patientFindRoutes] },
  { contracts: [populations], routes: [populationRoutes] },
  { contracts: [duplicates, duplicateConflicts], routes: [duplicateRoutes, conflictRoutes] },
  {
    contracts: [careTeams, careTeamInvitations, careTeamMembers],
    routes: [careTeamRoutes, invitationRoutes, memberRoutes],
    jobs: careTeamJobs,
  },
  { contracts: [patientAccess], routes: [patientAccessRoutes], jobs: patientAccessJobs },
  {
    contracts: [charts, chartArchive, generatedCharts, chartUpload, chartViewer],
    routes: [chartRoutes, generatedChartRoutes, viewerRoutes],
    jobs: chartJobs,
  },
  {
    contracts: [
      directory,
      directoryAddresses,
      directoryLookups,
      directoryNetwork,
      directoryOrganizations,
      directoryProviders,
      directorySearch,
      directoryUsers,
    ],
    routes: [
      directoryRoutes,
      addressRoutes,
      apsRoutes,
      lookupRoutes,
      networkRoutes,
      organizationRoutes,
      providerRoutes,
      userRoutes,
    ],
  },
  {
    contracts: [
      referrals,
      referralDrafts,
      referralProcessing,
      referralAppointments,
      referralClosing,
      referralRecord,
      referralAdditionalInfo,
      referralExport,
      referralFilters,
      referralUpdating,
      referralUnread,
      referralDigest,
    ],
    routes: [
      referralRoutes,
      referralDraftRoutes,
      processRoutes,
      referralAppointmentRoutes,
      referralClosingRoutes,
      referralRecordRoutes,
      referralUpdateRoutes,
    ],
    jobs: referralJobs,
  },
  { contracts: [savedViews], routes: [savedViewRoutes] },
  { contracts: [dashboard], routes: [dashboardRoutes], jobs: dashboardJobs },
  { contracts: [reports, powerBi], routes: [reportRoutes, powerBiRoutes], jobs: reportJobs },
  { contracts: [tasks, taskTemplates], routes: [taskRoutes, taskChangeRoutes], jobs: taskJobs },
  { contracts: [consultations], routes: [consultationRoutes], jobs: consultationJobs },
  { contracts: [workQueues, workQueueItems], routes: [workQueueRoutes, workQueueItemRoutes] },
  {
    contracts: [messages, cannedReplies, conversations, messageDrafts, messageSending],
    routes: [messageRoutes],
    jobs: messageJobs,
  },
  {
    contracts: [
      managedUsers,
      managedClients,
      facilityFaxNumbers,
      managedLookups,
      clientLookups,
      insuranceLookups,
      auditViewer,
    ],
    routes: [
      managedUserRoutes,
      managedClientRoutes,
      faxNumberRoutes,
      managedLookupRoutes,
      clientLookupRoutes,
      insuranceLookupRoutes,
      auditRoutes,
    ],
    jobs: managedClientJobs,
  },
  { contracts: [textMessages, unassignedReplies], routes: [textRoutes, replyRoutes], jobs: textJobs },
  { contracts: [documentExport, emr], routes: [sharingRoutes, emrRoutes], jobs: [...sharingJobs, ...emrJobs] },
  { contracts: [siteInfo], routes: [siteInfoRoutes] },
  { contracts: [profile, profileEnrollment, profileProxies], routes: [profileRoutes], jobs: profileJobs },
  { contracts: [support], routes: [supportRoutes], jobs: supportJobs },
];

/** Every job of the product; each has a queue and a worker. */
export const allJobs: readonly JobDefinition[] = [prepareAuditPartitions, ...features.flatMap(({ jobs = [] }) => jobs)];

/** Every endpoint declared in the contracts, by its exported name. */
export function declaredEndpoints(): Map<string, Endpoint> {
  const exported = features.flatMap(({ contracts }) => contracts.flatMap((module) => Object.entries(module)));
  return new Map(exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])));
}
