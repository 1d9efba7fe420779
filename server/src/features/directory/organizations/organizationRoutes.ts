import {
  getOrganization,
  listOrganizationProviders,
  listOrganizations,
  organizationTexts,
  saveOrganization,
  saveOrganizationAddress,
  searchOrganizations,
} from '@careloop/contracts/directory/organizations';

import { authorize } from '../../../core/access/authorize.ts';
import { AppError, refused } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import * as queries from './queries.ts';
import { organizationPolicy, savingOrganizations } from '../policy.ts';
import * as saving from './saveOrganization.ts';
import { onlyOnce } from '../addresses/moveLinks.ts';
import { saveAddressOf } from './saveOrganizationAddress.ts';

/** Routes for the directory's healthcare organizations. */
export function organizationRoutes(app: App): void {
  route(app, searchOrganizations, ({ input, db }) => queries.searchOrganizations(db, input));

  route(app, listOrganizations, ({ input, db }) => queries.listOrganizations(db, input));

  route(app, getOrganization, async ({ input, actor, db }) => {
    const row = await queries.findOrganization(db, actor, input.healthcareOrganizationId);
    if (row === undefined) throw new AppError('not_found', { message: organizationTexts.notFound });
    return queries.organizationOf(actor, row);
  });

  route(app, listOrganizationProviders, ({ input, db }) =>
    queries.findProvidersOf(db, input.healthcareOrganizationId, input.page),
  );

  route(app, saveOrganization, async ({ input, actor, db }) => {
    const row = await saving.findOrganizationToSave(db, actor, input);
    return onlyOnce(saving.saveOrganization(db, actor, authorize(actor, savingOrganizations, 'save', row), input));
  });

  route(app, saveOrganizationAddress, async ({ input, actor, db }) => {
    const row = await queries.lockOrganization(db, actor, input.healthcareOrganizationId);
    if (row === undefined) throw refused(organizationTexts.notFound);
    return onlyOnce(saveAddressOf(db, actor, authorize(actor, organizationPolicy, 'edit', row), input));
  });
}
