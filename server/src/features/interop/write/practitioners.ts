import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { primaryKey } from '../shared/references.ts';
import { writeAddresses } from './addresses.ts';
import { writeKeyedRecords } from './keyedRecords.ts';
import { isSame } from '../../../core/person-matching/samePerson.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { Draft } from '../fhir/draft.ts';
import type { PractitionerDraft } from '../fhir/practitioner.ts';
import type { WriteContext } from './context.ts';
import type { Identity } from './keyedRecords.ts';

const columnsOf = writes<PractitionerDraft, 'healthcare_provider', keyof Draft | 'addresses' | 'columnsIfNew'>()({
  columns: (columns) => columns,
});

/** An existing provider that a record may match. */
interface KnownProvider {
  id: number;
  npi: string | null;
  lastName: string;
  isForeign: boolean;
  /** Providers with the same NPI who were kept apart from this one. */
  counterparts: number[];
}

/** The origin of the imported records. */
interface ProviderOrigin {
  /** Owner of the addresses; see `ProviderPlaces.owner`. */
  owner: string;
  /** The client that new providers belong to; null if all clients share them. */
  originClientId: number | null;
}

interface Found extends Identity {
  /** A provider who has the record's NPI, or had its id, and is not known to be the same person. */
  rival: KnownProvider | undefined;
}

/**
 * Practitioners become providers, matched by the sender's own record id, or by a valid NPI with the same last name. Missing
 * values do not clear stored ones, because roles and users supply them too.
 */
export async function writePractitioners(
  context: WriteContext,
  drafts: readonly PractitionerDraft[],
  { owner, originClientId }: ProviderOrigin = { owner: 'practitioner', originClientId: context.clientId },
): Promise<void> {
  const conflicts = new Map<PractitionerDraft, KnownProvider>();
  const foreign = new Set<PractitionerDraft>();
  const written = await writeKeyedRecords(
    context,
    {
      kind: 'providers',
      table: 'healthcare_provider',
      idColumn: 'healthcare_provider_id',
      clientId: null,
      isVersioned: true,
      content: (draft) => [draft.columns, draft.addresses],
      identify: async (some) => {
        const known = await loadKnownProviders(context, some);
        return (draft) => {
          const { rival, ...identity } = identityOf(context, draft, known);
          if (rival !== undefined) conflicts.set(draft, rival);
          if (identity.mode === 'fills') foreign.add(draft);
          return identity;
        };
      },
      newColumns: () => ({ origin_client_id: originClientId }),
    },
    drafts,
  );
  await saveConflicts(
    context.db,
    written.map(({ draft, id }) => ({ draft, id, rival: conflicts.get(draft) })),
  );
  const changed = written.filter(({ outcome }) => outcome !== 'unchanged');
  await writeAddresses(
    context.db,
    changed.map(({ id, draft }) => ({
      providerId: id,
      owner,
      addresses: draft.addresses,
      onlyIfNone: foreign.has(draft),
      statesMailing: draft.source.isPartial !== true,
    })),
  );
}

function identityOf(context: WriteContext, draft: PractitionerDraft, known: readonly KnownProvider[]): Found {
  const ownId = context.resolver.rowsOf([primaryKey(draft.keys)])[0];
  const own = known.find(({ id }) => id === ownId);
  const npi = draft.columns.npi_is_valid ? draft.columns.npi_number : null;
  const holder = npi === null ? undefined : known.find((provider) => provider.npi === npi);
  const isNamesake = (provider: KnownProvider) => isSame(provider.lastName, draft.columns.last_name);
  // The same id with another last name and another NPI comes from another system.
  const isReused = own !== undefined && !isNamesake(own) && npi !== null && own.npi !== null && own.npi !== npi;
  const counterpart = known.find(({ id }) => own?.counterparts.includes(id));
  const ofRecord = isReused ? (counterpart !== undefined && isNamesake(counterpart) ? counterpart : undefined) : own;
  const same = ofRecord ?? (holder !== undefined && isNamesake(holder) ? holder : undefined);
  const isTaken = holder !== undefined && holder !== same;
  const rival = isTaken ? holder : isReused && same === undefined ? own : undefined;
  if (rival !== undefined && !rival.counterparts.includes(same?.id ?? 0)) {
    context.pending.push({
      text: 'kept apart for review: a provider with a different name has the same NPI or id',
      id: draft.source.id,
    });
  }
  const columns = {
    ...columnsOf(draft),
    ...(same === undefined && draft.columnsIfNew),
    ...(isTaken && { npi_number: null, npi_is_valid: true }),
  };
  if (same?.isForeign !== true) return { id: same?.id, mode: 'updates', columns, rival };
  return { id: same.id, mode: 'fills', columns: { ...columns, email: null, direct_email: null }, rival };
}

async function loadKnownProviders(
  { db, clientId, resolver }: WriteContext,
  drafts: readonly PractitionerDraft[],
): Promise<KnownProvider[]> {
  const own = drafts.flatMap(({ keys }) => resolver.rowsOf([primaryKey(keys)]));
  const npis = drafts.map(({ columns }) => columns.npi_number).filter((npi) => npi !== null);
  const { rows } = await sql<
    Pick<KnownProvider, 'id' | 'npi' | 'counterparts'> & { last_name: string; is_foreign: boolean }
  >`
    with found as (
      select unnest(${own}::bigint[]) as id
      union select healthcare_provider_id from healthcare_provider
        where npi_is_valid and npi_number = any(${npis}::text[])),
    pairs as (
      select healthcare_provider_id as id, other_healthcare_provider_id as other from provider_duplicate
      union all select other_healthcare_provider_id, healthcare_provider_id from provider_duplicate)
    select p.healthcare_provider_id as id, case when p.npi_is_valid then p.npi_number end as npi, p.last_name,
      ${isForeign(clientId)} as is_foreign,
      array(select other from pairs where pairs.id = p.healthcare_provider_id) as counterparts
    from healthcare_provider p
    where p.healthcare_provider_id in (select id from found union select other from pairs where id in (select id from found))`.execute(
    db,
  );
  return rows.map(({ last_name: lastName, is_foreign: isForeign, ...row }) => ({ ...row, lastName, isForeign }));
}

/** Providers an import for this client may only fill in: those who are users, and those of other clients. */
export function isForeign(clientId: number) {
  return sql<boolean>`(p.user_id is not null or coalesce(p.origin_client_id <> ${clientId}, false))`;
}

async function saveConflicts(
  db: Db,
  conflicts: readonly { draft: PractitionerDraft; id: number; rival: KnownProvider | undefined }[],
): Promise<void> {
  const rows = conflicts.flatMap(({ draft, id, rival }) =>
    rival === undefined || rival.id === id || rival.counterparts.includes(id)
      ? []
      : [{ npi_number: draft.columns.npi_number, healthcare_provider_id: rival.id, other_healthcare_provider_id: id }],
  );
  if (rows.length === 0) return;
  await sql`
    insert into provider_duplicate (npi_number, healthcare_provider_id, other_healthcare_provider_id)
    select npi_number, healthcare_provider_id, other_healthcare_provider_id
    from json_populate_recordset(null::provider_duplicate, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db);
}
