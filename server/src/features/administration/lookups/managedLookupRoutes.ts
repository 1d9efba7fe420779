import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  getUserType,
  listHealthConditions,
  listSpecialties,
  listUserTypes,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import type { InputOf } from '@careloop/contracts/endpoint';

import type { App } from '../../../core/app.ts';
import { writes } from '../../../platform/db/writes.ts';
import { route } from '../../../platform/http/route.ts';
import { found } from './found.ts';
import { findEntry, listEntries, listTypes } from './queries.ts';
import { healthConditions, specialties } from './lookupTables.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';
import type { SavedEntry } from './saveEntry.ts';

type Input = InputOf<typeof saveSpecialty>;

/** Routes for managing specialties, conditions and user types. */
export function managedLookupRoutes(app: App): void {
  route(app, listSpecialties, ({ input, actor, db }) => listEntries(db, actor, specialties, input));
  route(app, getSpecialty, async ({ input, actor, db }) => found(await findEntry(db, actor, specialties, input.id)));
  route(app, saveSpecialty, ({ input, actor, db }) =>
    saveEntry(db, actor, specialties, savedOf(input, specialtyColumnsOf(input))),
  );
  route(app, archiveSpecialty, ({ input, actor, db }) => archiveEntry(db, actor, specialties, input));

  route(app, listHealthConditions, ({ input, actor, db }) => listEntries(db, actor, healthConditions, input));
  route(app, getHealthCondition, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, healthConditions, input.id)),
  );
  route(app, saveHealthCondition, ({ input, actor, db }) =>
    saveEntry(db, actor, healthConditions, savedOf(input, conditionColumnsOf(input))),
  );
  route(app, archiveHealthCondition, ({ input, actor, db }) => archiveEntry(db, actor, healthConditions, input));

  route(app, listUserTypes, async ({ actor, db }) => ({ items: await listTypes(db, actor) }));
  route(app, getUserType, async ({ input, actor, db }) =>
    found((await listTypes(db, actor)).find(({ userTypeId }) => userTypeId === input.userTypeId)),
  );
}

const specialtyColumnsOf = writes<Input, 'healthcare_provider_specialty', 'id' | 'version'>()({
  name: 'name',
  code: 'taxonomy_code',
});
const conditionColumnsOf = writes<Input, 'health_condition', 'id' | 'version'>()({
  name: 'name',
  code: 'diagnosis_code',
});

function savedOf({ id, version, name }: Input, values: object): SavedEntry {
  return { id, version, values, details: { name } };
}
