import * as directoryContract from '@careloop/contracts/directory';
import * as directoryAddresses from '@careloop/contracts/directory/addresses';
import * as directoryBrowse from '@careloop/contracts/directory/browse';
import * as directoryChoices from '@careloop/contracts/directory/choices';
import * as directoryChanges from '@careloop/contracts/directory/changes';
import * as directoryLookups from '@careloop/contracts/directory/lookups';
import * as directoryNetwork from '@careloop/contracts/directory/network';
import * as directoryOrganizations from '@careloop/contracts/directory/organizations';
import * as directoryProviders from '@careloop/contracts/directory/providers';
import * as directorySearch from '@careloop/contracts/directory/search';
import * as directoryUsers from '@careloop/contracts/directory/users';

import type { Feature } from '../../core/feature.ts';
import { addressRoutes } from './addresses/addressRoutes.ts';
import { apsRoutes } from './aps/routes.ts';
import { browseRoutes } from './browse/browseRoutes.ts';
import { choiceRoutes } from './choices/routes.ts';
import { lookupRoutes } from './lookupRoutes.ts';
import { networkRoutes } from './network/networkRoutes.ts';
import { organizationRoutes } from './organizations/organizationRoutes.ts';
import { providerRoutes } from './providers/providerRoutes.ts';
import { directoryRoutes } from './routes.ts';
import { userRoutes } from './user-search/userRoutes.ts';

export const directory: Feature = {
  contracts: [
    directoryContract,
    directoryAddresses,
    directoryBrowse,
    directoryChanges,
    directoryChoices,
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
    browseRoutes,
    choiceRoutes,
    lookupRoutes,
    networkRoutes,
    organizationRoutes,
    providerRoutes,
    userRoutes,
  ],
};
