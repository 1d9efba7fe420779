import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { primaryKey } from '../shared/references.ts';
import { writeAddresses } from './addresses.ts';
import { writeKeyedRecords } from './keyedRecords.ts';
import { comparePeople, isSame } from '../../../core/person-matching/samePerson.ts';

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
  /** The valid NPI of the row. */
  npi: string | null;
  lastName: string;
  /** What was imported last, where the row was edited in the product since. */
  importedNpi: string | null;
  importedLastName: string | null;
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
  /** Providers who have the record's NPI, or had its id, and are not known to be the same person. */
  rivals: KnownProvider[];
}

/**
 * Practitioners become providers, matched by the sender's own record id, unless it was given to somebody else, or by a valid NPI with the
 * same last name. Missing values do not clear stored ones, because roles and users supply them too.
 */
export async function writePractitioners(
  context: WriteContext,
  drafts: readonly PractitionerDraft[],
  { owner, originClientId }: ProviderOrigin = { owner: 'practitioner', originClientId: context.clientId },
): Promise<void> {
  const conflicts = new Map<PractitionerDraft, KnownProvider[]>();
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
          const { rivals, ...identity } = identityOf(context, draft, known);
          conflicts.set(draft, rivals);
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
    written.flatMap(({ draft, id }) => (conflicts.get(draft) ?? []).map((rival) => ({ draft, id, rival }))),
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
  // The sender gave the id of one provider to another one, unless somebody was renamed.
  const ofRecord =
    own === undefined || !isOverlaid(draft, npi, own)
      ? own
      : known.find((provider) => own.counterparts.includes(provider.id) && !isOverlaid(draft, npi, provider));
  const same = ofRecord ?? (holder !== undefined && isNamesake(holder) ? holder : undefined);
  const isTaken = holder !== undefined && holder !== same;
  const rivals = [...new Set([isTaken ? holder : undefined, same === undefined ? own : undefined])].filter(
    (rival) => rival !== undefined,
  );
  if (rivals.some(({ counterparts }) => !counterparts.includes(same?.id ?? 0))) {
    context.pending.push({
      text: 'kept apart for review: another provider has the same NPI or record id',
      id: draft.source.id,
    });
  }
  const columns = {
    ...columnsOf(draft),
    ...(same === undefined && draft.columnsIfNew),
    ...(isTaken && { npi_number: null, npi_is_valid: true }),
  };
  if (same?.isForeign !== true) return { id: same?.id, mode: 'updates', columns, rivals };
  return { id: same.id, mode: 'fills', columns: { ...columns, email: null, direct_email: null }, rivals };
}

/** Whether the record is about another provider than the one of its record id: another NPI, or another last name without a common NPI. */
function isOverlaid(draft: PractitionerDraft, npi: string | null, provider: KnownProvider): boolean {
  const npis = [provider.npi, provider.importedNpi].filter((number) => number !== null);
  if (npi !== null && npis.length > 0) return !npis.includes(npi);
  const names = [provider.lastName, provider.importedLastName].filter((name) => name !== null);
  return draft.columns.last_name !== '' && !names.some((name) => isLikeName(name, draft.columns.last_name));
}

/** Equal, one of several last names, or with a typing slip. */
function isLikeName(one: string, other: string): boolean {
  const nameOf = (lastName: string) => ({ firstName: 'Same', lastName, suffix: '', birthDate: null, sex: 'unknown' });
  return comparePeople(nameOf(one), nameOf(other)).lastName !== 'differs';
}

async function loadKnownProviders(
  { db, clientId, resolver }: WriteContext,
  drafts: readonly PractitionerDraft[],
): Promise<KnownProvider[]> {
  const own = drafts.flatMap(({ keys }) => resolver.rowsOf([primaryKey(keys)]));
  const npis = drafts.map(({ columns }) => columns.npi_number).filter((npi) => npi !== null);
  const { rows } = await sql<
    Pick<KnownProvider, 'id' | 'npi' | 'counterparts'> & {
      last_name: string;
      imported_npi: string | null;
      imported_last_name: string | null;
      is_foreign: boolean;
    }
  >`
    with found as (
      select unnest(${own}::bigint[]) as id
      union select healthcare_provider_id from healthcare_provider
        where npi_is_valid and npi_number = any(${npis}::text[])),
    pairs as (
      select healthcare_provider_id as id, other_healthcare_provider_id as other from provider_duplicate
      union all select other_healthcare_provider_id, healthcare_provider_id from provider_duplicate)
    select p.healthcare_provider_id as id, case when p.npi_is_valid then p.npi_number end as npi, p.last_name,
      p.source_values ->> 'npi_number' as imported_npi, p.source_values ->> 'last_name' as imported_last_name,
      ${isForeign(clientId)} as is_foreign,
      array(select other from pairs where pairs.id = p.healthcare_provider_id) as counterparts
    from healthcare_provider p
    where p.healthcare_provider_id in (select id from found union select other from pairs where id in (select id from found))`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    npi: row.npi,
    lastName: row.last_name,
    importedNpi: row.imported_npi,
    importedLastName: row.imported_last_name,
    isForeign: row.is_foreign,
    counterparts: row.counterparts,
  }));
}

/** Providers an import for this client may only fill in: those who are users, and those of other clients. */
export function isForeign(clientId: number) {
  return sql<boolean>`(p.user_id is not null or coalesce(p.origin_client_id <> ${clientId}, false))`;
}

/** Null for two providers of one record id. */
const commonNpi = ({ columns }: PractitionerDraft, rival: KnownProvider): string | null =>
  columns.npi_is_valid && columns.npi_number === rival.npi ? rival.npi : null;

async function saveConflicts(
  db: Db,
  conflicts: readonly { draft: PractitionerDraft; id: number; rival: KnownProvider }[],
): Promise<void> {
  const rows = conflicts.flatMap(({ draft, id, rival }) =>
    rival.id === id || rival.counterparts.includes(id)
      ? []
      : [{ npi_number: commonNpi(draft, rival), healthcare_provider_id: rival.id, other_healthcare_provider_id: id }],
  );
  if (rows.length === 0) return;
  await sql`
    insert into provider_duplicate (npi_number, healthcare_provider_id, other_healthcare_provider_id)
    select npi_number, healthcare_provider_id, other_healthcare_provider_id
    from json_populate_recordset(null::provider_duplicate, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db);
}
