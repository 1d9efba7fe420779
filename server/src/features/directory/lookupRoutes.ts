import { anyOf, passes } from '@careloop/contracts/access';
import {
  findClients,
  getFacilityHierarchies,
  getSpecialtiesAndUserTypes,
  getUserOrganizations,
  listFacilities,
  lookupTexts,
} from '@careloop/contracts/directory/lookups';

import { refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import * as queries from './shared/queries/lookups.ts';

const administering = anyOf('ManageUsers', 'ManageSite');

/** Routes for the options of pickers. */
export function lookupRoutes(app: App): void {
  route(app, listFacilities, async ({ input, actor, db }) => ({
    facilities: await queries.findFacilities(db, actor, input),
  }));

  route(app, getFacilityHierarchies, async ({ input, actor, db }) => ({
    clients: await queries.findHierarchies(db, actor, input),
  }));

  route(app, findClients, async ({ input, actor, db }) => {
    if (input.scope === 'all' && !passes(administering, actor.permissions)) throw refused(lookupTexts.allClients);
    return { clients: await queries.findClients(db, actor, input) };
  });

  route(app, getUserOrganizations, async ({ actor, db }) => ({
    organizations: await queries.findUserOrganizations(db, actor),
  }));

  route(app, getSpecialtiesAndUserTypes, async ({ input, actor, db }) => ({
    specialties: await queries.findSpecialtiesOfColleagues(db, actor, input.requiredPermission),
    userTypes: await queries.findUserTypes(db, actor),
  }));
}
