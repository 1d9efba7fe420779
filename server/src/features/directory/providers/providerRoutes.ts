import {
  findProviders,
  getProvider,
  getProviderTags,
  getProviderToPrint,
} from '@careloop/contracts/directory/providers';
import { makeProviderAUser, saveProvider } from '@careloop/contracts/directory/changes';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { HealthcareProvider } from '@careloop/contracts/directory/providers';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances, authorize } from '../../../core/access/authorize.ts';
import { requirePatient } from '../../../core/access/patientAccess.ts';
import { AppError, invalidInput } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { isPermitted } from '../policy.ts';
import { makeUser } from './makeUser.ts';
import { newProviderPolicy, providerPolicy } from '../shared/providerPolicy.ts';
import * as queries from '../shared/queries/providers.ts';
import type { StoredProvider } from '../shared/queries/providers.ts';
import { addProvider, editProvider, problemsOf } from './saveProvider.ts';

export function providerRoutes(app: App): void {
  route(app, findProviders, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    if (input.patientId !== undefined) await requirePatient(db, actor, input.patientId);
    const { found, hasMore } = await queries.findProviders(db, actor, input);
    const healthcareProviders = found.map((row) => ({ ...row, can: { edit: providerPolicy.edit(actor, row) } }));
    return { healthcareProviders, hasMore };
  });

  route(app, getProviderTags, async ({ input, actor, db }) => ({
    tags: isPermitted(actor, input.requiredPermission) ? await queries.findTags(db, actor) : [],
  }));

  route(app, getProvider, async ({ input, actor, db }) =>
    visibleTo(actor, await queries.findProvider(db, actor, input.healthcareProviderId)),
  );

  route(app, getProviderToPrint, async ({ input, actor, db }) => ({
    ...visibleTo(actor, await queries.findProvider(db, actor, input.healthcareProviderId)),
    printedAt: new Date().toISOString(),
  }));

  route(app, saveProvider, async ({ input, actor, db, setAuditSubject }) => {
    const { healthcareProviderId } = input;
    if (healthcareProviderId === null) {
      if (!isPermitted(actor, 'AddProvider')) throw new AppError('forbidden', { message: providerTexts.noAdd });
      const [onlyClient, secondClient] = actor.clientIds;
      if (input.originClientId === null && secondClient !== undefined)
        throw invalidInput({
          originClientId: providerTexts.originClientRequired,
          ...(await problemsOf(db, actor, input)),
        });
      const originClientId = input.originClientId ?? onlyClient ?? null;
      const refusal = (message: string) => invalidInput({ originClientId: message });
      const added = authorize(actor, newProviderPolicy, 'add', { originClientId }, refusal);
      return addProvider(db, actor, added, input);
    }
    setAuditSubject({ subjectType: 'healthcare_provider', subjectId: healthcareProviderId });
    const provider = await queries.lockProvider(db, healthcareProviderId);
    if (input.privateNotes !== undefined) authorize(actor, providerPolicy, 'seePrivateNotes', provider);
    return editProvider(db, actor, authorize(actor, providerPolicy, 'edit', provider), input);
  });

  route(app, makeProviderAUser, async ({ input, actor, db, setAuditSubject }) => {
    const { healthcareProviderId } = input;
    setAuditSubject({ subjectType: 'healthcare_provider', subjectId: healthcareProviderId });
    const provider = await queries.lockProvider(db, healthcareProviderId);
    return makeUser(
      db,
      actor,
      authorize(actor, providerPolicy, 'makeUser', provider),
      input,
      app.deps.config.productName,
    );
  });
}

/** The fields the actor may see: private numbers are for editors, private notes for users of the same client. */
function visibleTo(actor: Actor, { languageCodes, ...provider }: StoredProvider): HealthcareProvider {
  const can = allowances(actor, providerPolicy, provider);
  const maySeeNumbers = can.edit === true;
  return {
    ...provider,
    languages: queries.languagesOf(languageCodes),
    ...(!maySeeNumbers && { deaNumber: null, homePhone: null, mobilePhone: null }),
    ...(can.seePrivateNotes !== true && { privateNotes: null }),
    can,
  };
}
