import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  getUserType,
  listHealthConditions,
  listSpecialties,
  listUserTypes,
  managedLookupTexts as texts,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';

import { AppError } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { route } from '../../../http/route.ts';
import { findEntry, healthConditions, listEntries, listTypes, specialties } from './lookupQueries.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';

/** Routes for managing the lookup lists of forms. */
export function managedLookupRoutes(app: App): void {
  route(app, listSpecialties, ({ input, db }) => listEntries(db, specialties, input));
  route(app, getSpecialty, async ({ input, db }) => found(await findEntry(db, specialties, input.id)));
  route(app, saveSpecialty, ({ input, actor, db }) => saveEntry(db, actor, specialties, input));
  route(app, archiveSpecialty, ({ input, actor, db }) => archiveEntry(db, actor, specialties, input));

  route(app, listHealthConditions, ({ input, db }) => listEntries(db, healthConditions, input));
  route(app, getHealthCondition, async ({ input, db }) => found(await findEntry(db, healthConditions, input.id)));
  route(app, saveHealthCondition, ({ input, actor, db }) => saveEntry(db, actor, healthConditions, input));
  route(app, archiveHealthCondition, ({ input, actor, db }) => archiveEntry(db, actor, healthConditions, input));

  route(app, listUserTypes, async ({ actor, db }) => ({ items: await listTypes(db, actor) }));
  route(app, getUserType, async ({ input, actor, db }) =>
    found((await listTypes(db, actor)).find(({ userTypeId }) => userTypeId === input.userTypeId)),
  );
}

/** @throws AppError `not_found` */
function found<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new AppError('not_found', { message: texts.notFound });
  return entry;
}
