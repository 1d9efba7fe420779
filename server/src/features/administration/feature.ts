import * as auditViewer from '@careloop/contracts/administration/audit';
import * as clientLogos from '@careloop/contracts/administration/clientLogo';
import * as clientLookups from '@careloop/contracts/administration/clientLookups';
import * as managedClients from '@careloop/contracts/administration/clients';
import * as facilityFaxNumbers from '@careloop/contracts/administration/faxNumbers';
import * as insuranceLookups from '@careloop/contracts/administration/insuranceLookups';
import * as managedLookups from '@careloop/contracts/administration/lookups';
import * as referralProtocols from '@careloop/contracts/administration/referralProtocols';
import * as referralReasonTemplates from '@careloop/contracts/administration/referralReasonTemplates';
import * as managedTaskTemplates from '@careloop/contracts/administration/taskTemplates';
import * as managedUserTypes from '@careloop/contracts/administration/userTypes';
import * as managedUsers from '@careloop/contracts/administration/users';

import { prepareAuditPartitions } from '../../platform/audit/jobs.ts';
import { removeStrayFiles } from '../../platform/storage/jobs.ts';
import type { Feature } from '../../core/feature.ts';
import { auditRoutes } from './audit-viewer/auditRoutes.ts';
import { managedClientRoutes, faxNumberRoutes } from './clients/clientRoutes.ts';
import { managedClientJobs } from './clients/jobs.ts';
import { clientLogoRoutes } from './clients/logoRoutes.ts';
import { clientLookupRoutes, sharedLookupRoutes } from './lookups/lookupRoutes.ts';
import { protocolRoutes } from './lookups/protocolRoutes.ts';
import { userTypeRoutes } from './lookups/userTypeRoutes.ts';
import { mailAdministratorChange } from '../../core/access/administratorChange.ts';
import { managedUserRoutes } from './users/userRoutes.ts';

export const administration: Feature = {
  contracts: [
    managedUsers,
    managedClients,
    clientLogos,
    facilityFaxNumbers,
    managedLookups,
    clientLookups,
    insuranceLookups,
    referralReasonTemplates,
    referralProtocols,
    managedTaskTemplates,
    managedUserTypes,
    auditViewer,
  ],
  routes: [
    managedUserRoutes,
    managedClientRoutes,
    clientLogoRoutes,
    faxNumberRoutes,
    sharedLookupRoutes,
    clientLookupRoutes,
    protocolRoutes,
    userTypeRoutes,
    auditRoutes,
  ],
  jobs: { prepareAuditPartitions, removeStrayFiles, ...managedClientJobs, mailAdministratorChange },
};
