import { getProviderNetwork } from '@careloop/contracts/directory/network';
import { saveProviderNetwork } from '@careloop/contracts/directory/changes';

import { allowances, authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { findProviderRow, lockProvider, refuseUnknown } from '../shared/queries/providers.ts';
import { networkPolicy } from './networkPolicy.ts';
import { findNetwork, findNetworkOptions } from './queries.ts';
import { changesDetails, saveNetwork } from './saveNetwork.ts';

export function networkRoutes(app: App): void {
  route(app, getProviderNetwork, async ({ input, actor, db }) => {
    const { healthcareProviderId } = input;
    const mayEdit = actor.permissions.has('EditProvider');
    const [network, provider, options] = await Promise.all([
      findNetwork(db, actor, healthcareProviderId),
      findProviderRow(db, healthcareProviderId),
      mayEdit ? findNetworkOptions(db, actor) : null,
    ]);
    return { ...(network ?? refuseUnknown()), options, can: allowances(actor, networkPolicy, provider) };
  });

  route(app, saveProviderNetwork, async ({ input, actor, db, setAuditSubject }) => {
    const { healthcareProviderId } = input;
    setAuditSubject({ subjectType: 'healthcare_provider', subjectId: healthcareProviderId });
    const provider = await lockProvider(db, healthcareProviderId);
    if (changesDetails(input)) authorize(actor, networkPolicy, 'editDetails', provider);
    return saveNetwork(db, actor, authorize(actor, networkPolicy, 'editAffiliations', provider), input);
  });
}
