import {
  archiveAffiliation,
  archiveProviderTag,
  archiveTaskTag,
  clientLookupLimits,
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
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { App } from '../../../core/app.ts';
import { writes } from '../../../platform/db/writes.ts';
import { route } from '../../../platform/http/route.ts';
import { found } from './found.ts';
import { findEntry, listEntries } from './queries.ts';
import { affiliations, providerTags, taskTags } from './lookupTables.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';
import type { SavedEntry } from './saveEntry.ts';

const tagColumnsOf = writes<
  InputOf<typeof saveProviderTag>,
  'healthcare_provider_tag',
  'id' | 'version' | 'clientId'
>()({
  name: 'tag_name',
});

const taskTagColumnsOf = writes<InputOf<typeof saveTaskTag>, 'task_tag', 'id' | 'version' | 'clientId'>()({
  name: 'tag_name',
});

const affiliationColumnsOf = writes<
  InputOf<typeof saveAffiliation>,
  'affiliation_tier',
  'id' | 'version' | 'clientId'
>()({
  name: 'name',
  isPreferred: 'is_preferred',
  enforcePreferred: 'enforce_preferred',
  warningMessage: 'warning_message',
  position: (_, input) => ({ position: positionOf(input) }),
});

/** Routes for managing the provider tags, task tags and affiliations of the administrator's clients. */
export function clientLookupRoutes(app: App): void {
  route(app, listManagedProviderTags, ({ input, actor, db }) =>
    listEntries(db, actor, providerTags, { ...input, parentId: input.clientId }),
  );
  route(app, getManagedProviderTag, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, providerTags, input.id)),
  );
  route(app, saveProviderTag, ({ input, actor, db }) => {
    const { id, version, clientId, name } = input;
    const values = tagColumnsOf(input);
    return saveEntry(db, actor, providerTags, { id, version, parentId: clientId, values, details: { name } });
  });
  route(app, archiveProviderTag, ({ input, actor, db }) => archiveEntry(db, actor, providerTags, input));

  route(app, listManagedTaskTags, ({ input, actor, db }) =>
    listEntries(db, actor, taskTags, { ...input, parentId: input.clientId }),
  );
  route(app, getManagedTaskTag, async ({ input, actor, db }) => found(await findEntry(db, actor, taskTags, input.id)));
  route(app, saveTaskTag, ({ input, actor, db }) => {
    const { id, version, clientId, name } = input;
    const values = taskTagColumnsOf(input);
    return saveEntry(db, actor, taskTags, { id, version, parentId: clientId, values, details: { name } });
  });
  route(app, archiveTaskTag, ({ input, actor, db }) => archiveEntry(db, actor, taskTags, input));

  route(app, listManagedAffiliations, ({ input, actor, db }) =>
    listEntries(db, actor, affiliations, { ...input, parentId: input.clientId }),
  );
  route(app, getManagedAffiliation, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, affiliations, input.id)),
  );
  route(app, saveAffiliation, ({ input, actor, db }) => saveEntry(db, actor, affiliations, affiliationOf(input)));
  route(app, archiveAffiliation, ({ input, actor, db }) => archiveEntry(db, actor, affiliations, input));
}

function affiliationOf(input: InputOf<typeof saveAffiliation>): SavedEntry {
  const { id, version, clientId, name, isPreferred, enforcePreferred } = input;
  const values = affiliationColumnsOf(input);
  return { id, version, parentId: clientId, values, details: { name, isPreferred, enforcePreferred } };
}

/** Left out, it stays; null or a new affiliation goes after the last one. */
function positionOf({ id, clientId, position }: InputOf<typeof saveAffiliation>) {
  if (id && position === undefined) return sql.ref<number>('position');
  return (
    position ??
    sql<number>`(select least(coalesce(max(t.position) + 1, 0), ${clientLookupLimits.position})
      from affiliation_tier t where t.client_id = ${clientId} and t.affiliation_tier_id is distinct from ${id ?? null}::bigint)`
  );
}
