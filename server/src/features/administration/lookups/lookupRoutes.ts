import {
  archiveAffiliation,
  archiveProviderTag,
  archiveTaskTag,
  getManagedAffiliation,
  getManagedProviderTag,
  getManagedTaskTag,
  listManagedAffiliations,
  listManagedProviderTags,
  listManagedTaskTags,
  saveAffiliation,
  saveProviderTag,
  saveTaskTag,
} from '@careloop/contracts/administration/clientLookups';
import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  getInsuranceCarrier,
  getInsurancePlan,
  listInsuranceCarriers,
  listPlansOfCarrier,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  listHealthConditions,
  listSpecialties,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import {
  archiveReferralReasonTemplate,
  getReferralReasonTemplate,
  listReferralReasonTemplates,
  saveReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import {
  archiveTaskTemplate,
  getManagedTaskTemplate,
  listManagedTaskTemplates,
  saveTaskTemplate,
} from '@careloop/contracts/administration/taskTemplates';
import type { InputOf } from '@careloop/contracts/endpoint';

import { authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import type { Db } from '../../../platform/db/client.ts';
import { forbidden } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { savingSharedEntries as policy } from '../policy.ts';
import { found } from './found.ts';
import {
  affiliations,
  healthConditions,
  insuranceCarriers,
  insurancePlans,
  providerTags,
  referralReasonTemplates,
  specialties,
  taskTags,
  taskTemplates,
} from './lookupTables.ts';
import { findEntry, listEntries } from './queries.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';
import { archiveShared, findShared, listShared, ownerOf, saveShared } from './sharedEntries.ts';

/** Routes for managing the lists of lookupTables.ts that all clients share. */
export function sharedLookupRoutes(app: App): void {
  route(app, listSpecialties, ({ input, actor, db }) => listShared(db, actor, specialties, input));
  route(app, getSpecialty, ({ input, actor, db }) => findShared(db, actor, specialties, input.id));

  route(app, saveSpecialty, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, specialties, input), forbidden);
    return saveShared(db, actor, specialties, row, input);
  });

  route(app, archiveSpecialty, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, specialties, input), forbidden);
    return archiveShared(db, actor, specialties, row, input);
  });

  route(app, listHealthConditions, ({ input, actor, db }) => listShared(db, actor, healthConditions, input));
  route(app, getHealthCondition, ({ input, actor, db }) => findShared(db, actor, healthConditions, input.id));

  route(app, saveHealthCondition, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, healthConditions, input), forbidden);
    return saveShared(db, actor, healthConditions, row, input);
  });

  route(app, archiveHealthCondition, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, healthConditions, input), forbidden);
    return archiveShared(db, actor, healthConditions, row, input);
  });

  route(app, listInsuranceCarriers, ({ input, actor, db }) => listShared(db, actor, insuranceCarriers, input));
  route(app, getInsuranceCarrier, ({ input, actor, db }) => findShared(db, actor, insuranceCarriers, input.id));

  route(app, saveInsuranceCarrier, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insuranceCarriers, input), forbidden);
    return saveShared(db, actor, insuranceCarriers, row, input);
  });

  route(app, archiveInsuranceCarrier, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insuranceCarriers, input), forbidden);
    return archiveShared(db, actor, insuranceCarriers, row, input);
  });

  route(app, listPlansOfCarrier, ({ input, actor, db }) => listShared(db, actor, insurancePlans, input));
  route(app, getInsurancePlan, ({ input, actor, db }) => findShared(db, actor, insurancePlans, input.id));

  route(app, saveInsurancePlan, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOfPlan(db, actor, input), forbidden);
    return saveShared(db, actor, insurancePlans, row, input);
  });

  route(app, archiveInsurancePlan, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insurancePlans, input), forbidden);
    return archiveShared(db, actor, insurancePlans, row, input);
  });
}

/** Routes for managing the lists of lookupTables.ts that belong to one client. */
export function clientLookupRoutes(app: App): void {
  route(app, listManagedProviderTags, ({ input, actor, db }) => listEntries(db, actor, providerTags, input));
  route(app, getManagedProviderTag, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, providerTags, input.id)),
  );
  route(app, saveProviderTag, ({ input, actor, db }) => saveEntry(db, actor, providerTags, input));
  route(app, archiveProviderTag, ({ input, actor, db }) => archiveEntry(db, actor, providerTags, input));

  route(app, listManagedTaskTags, ({ input, actor, db }) => listEntries(db, actor, taskTags, input));
  route(app, getManagedTaskTag, async ({ input, actor, db }) => found(await findEntry(db, actor, taskTags, input.id)));
  route(app, saveTaskTag, ({ input, actor, db }) => saveEntry(db, actor, taskTags, input));
  route(app, archiveTaskTag, ({ input, actor, db }) => archiveEntry(db, actor, taskTags, input));

  route(app, listReferralReasonTemplates, ({ input, actor, db }) =>
    listEntries(db, actor, referralReasonTemplates, input),
  );
  route(app, getReferralReasonTemplate, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, referralReasonTemplates, input.id)),
  );
  route(app, saveReferralReasonTemplate, ({ input, actor, db }) =>
    saveEntry(db, actor, referralReasonTemplates, input),
  );
  route(app, archiveReferralReasonTemplate, ({ input, actor, db }) =>
    archiveEntry(db, actor, referralReasonTemplates, input),
  );

  route(app, listManagedTaskTemplates, ({ input, actor, db }) => listEntries(db, actor, taskTemplates, input));
  route(app, getManagedTaskTemplate, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, taskTemplates, input.id)),
  );
  route(app, saveTaskTemplate, ({ input, actor, db }) => saveEntry(db, actor, taskTemplates, input));
  route(app, archiveTaskTemplate, ({ input, actor, db }) => archiveEntry(db, actor, taskTemplates, input));

  route(app, listManagedAffiliations, ({ input, actor, db }) => listEntries(db, actor, affiliations, input));
  route(app, getManagedAffiliation, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, affiliations, input.id)),
  );
  route(app, saveAffiliation, ({ input, actor, db }) => saveEntry(db, actor, affiliations, input));
  route(app, archiveAffiliation, ({ input, actor, db }) => archiveEntry(db, actor, affiliations, input));
}

/** A new plan of a client's own carrier is that client's own, too. */
async function ownerOfPlan(
  db: Db,
  actor: Actor,
  { id, insuranceCarrierId, clientId }: InputOf<typeof saveInsurancePlan>,
) {
  if (id) return ownerOf(db, actor, insurancePlans, { id });
  const carrier = await ownerOf(db, actor, insuranceCarriers, { id: insuranceCarrierId });
  return ownerOf(db, actor, insurancePlans, { clientId: carrier.clientId ?? clientId });
}
