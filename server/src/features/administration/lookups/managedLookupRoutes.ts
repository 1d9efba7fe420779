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
import type { InputOf } from '@careloop/contracts/endpoint';

import { authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import { writes } from '../../../platform/db/writes.ts';
import { forbidden } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { savingSharedEntries as policy } from '../policy.ts';
import { healthConditions, specialties } from './lookupTables.ts';
import { archiveShared, findShared, listShared, ownerOf, saveShared } from './sharedEntries.ts';

type Input = InputOf<typeof saveSpecialty>;

/** Routes for managing specialties and conditions. */
export function managedLookupRoutes(app: App): void {
  route(app, listSpecialties, ({ input, actor, db }) => listShared(db, actor, specialties, input));
  route(app, getSpecialty, ({ input, actor, db }) => findShared(db, actor, specialties, input.id));

  route(app, saveSpecialty, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, specialties, input), forbidden);
    return saveShared(db, actor, specialties, row, savedOf(input, specialtyColumnsOf(input)));
  });

  route(app, archiveSpecialty, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, specialties, input), forbidden);
    return archiveShared(db, actor, specialties, row, input);
  });

  route(app, listHealthConditions, ({ input, actor, db }) => listShared(db, actor, healthConditions, input));
  route(app, getHealthCondition, ({ input, actor, db }) => findShared(db, actor, healthConditions, input.id));

  route(app, saveHealthCondition, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, healthConditions, input), forbidden);
    return saveShared(db, actor, healthConditions, row, savedOf(input, conditionColumnsOf(input)));
  });

  route(app, archiveHealthCondition, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, healthConditions, input), forbidden);
    return archiveShared(db, actor, healthConditions, row, input);
  });
}

const specialtyColumnsOf = writes<Input, 'healthcare_provider_specialty', 'id' | 'version' | 'clientId'>()({
  name: 'name',
  code: 'taxonomy_code',
});
const conditionColumnsOf = writes<Input, 'health_condition', 'id' | 'version' | 'clientId'>()({
  name: 'name',
  code: 'diagnosis_code',
});

function savedOf({ id, version, name }: Input, values: object) {
  return { id, version, name, values, details: { name } };
}
