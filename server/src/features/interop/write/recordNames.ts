import { sql } from 'kysely';

import { isLasting, partsOf } from '../shared/references.ts';

import type { NamedRecords } from '../fhir/clinical/draft.ts';
import type { Draft, RowColumns } from '../fhir/draft.ts';
import type { Key, Ref } from '../shared/references.ts';
import type { WriteContext } from './context.ts';
import type { Resolver } from './resolver.ts';

/** A record of a patient with columns that name other records. */
export interface RecordWithNames extends Draft {
  patient: Ref;
  named: NamedRecords[];
}

/** How records are called that others refer to without displaying a name. */
export class Names {
  readonly #byKey: Map<Key, string>;
  readonly #byRow = new Map<string, string>();
  readonly #resolver: Resolver;

  /** @param drafts records of the unit by which others are described, such as the condition that is the reason of a procedure */
  constructor(resolver: Resolver, drafts: readonly { keys: Key[]; columns: { description: string } }[]) {
    this.#resolver = resolver;
    this.#byKey = new Map(
      drafts.flatMap(({ keys, columns }) => keys.map((key) => [key, columns.description] as const)),
    );
  }

  /** Looks up all names that the records need. */
  async load(context: WriteContext, drafts: readonly RecordWithNames[]): Promise<this> {
    const refs = drafts.flatMap(({ named }) =>
      named.flatMap(({ names }) => names.filter((name) => typeof name !== 'string' && this.of(name) === null)),
    ) as Ref[];
    if (refs.length === 0) return this;
    const rows = refs.map((ref) => this.#rowOf(ref)).filter((row) => row !== null);
    const ids = (type: string) => [...new Set(rows.filter((row) => row.type === type).map(({ id }) => id))];
    const found = await sql<{ name: string; called: string }>`
      select 'Practitioner ' || healthcare_provider_id as name, concat_ws(' ', first_name, last_name) as called
      from healthcare_provider where healthcare_provider_id = any(${ids('Practitioner')}::bigint[])
      union all
      select 'Organization ' || healthcare_organization_id, name
      from healthcare_organization where healthcare_organization_id = any(${ids('Organization')}::bigint[])`.execute(
      context.db,
    );
    for (const { name, called } of found.rows) this.#byRow.set(name, called);
    await this.#loadConditions(context, refs, drafts);
    return this;
  }

  async #loadConditions(
    { db, resolver }: WriteContext,
    refs: readonly Ref[],
    drafts: readonly RecordWithNames[],
  ): Promise<void> {
    const patients = [...new Set(drafts.map(({ patient }) => resolver.find(patient)).filter((id) => id !== undefined))];
    const keys = refs
      .flatMap(({ candidates }) => candidates)
      .filter((key) => isLasting(key) && partsOf(key).type === 'Condition');
    if (keys.length === 0) return;
    const parts = keys.map(partsOf);
    const found = await sql<{ index: number; description: string }>`
      select wanted.index::int as index, description
      from unnest(${parts.map(({ system }) => system)}::text[], ${parts.map(({ value }) => value)}::text[])
        with ordinality as wanted (source_system, source_id, index)
      join patient_condition using (source_system, source_id)
      where patient_id = any(${patients}::bigint[])`.execute(db);
    for (const { index, description } of found.rows) {
      const key = keys[index - 1];
      if (key !== undefined) this.#byKey.set(key, description);
    }
  }

  /** @returns null if nothing is known of it */
  of(ref: Ref): string | null {
    const own = ref.candidates.map((key) => this.#byKey.get(key)).find((name) => name !== undefined);
    if (own !== undefined) return own;
    const row = this.#rowOf(ref);
    if (row === null) return null;
    return row.type === 'Patient' ? 'Patient' : (this.#byRow.get(`${row.type} ${row.id}`) ?? null);
  }

  #rowOf(ref: Ref): { type: string; id: number } | null {
    for (const key of ref.candidates) {
      const [id] = this.#resolver.rowsOf([key]);
      const { type } = partsOf(key);
      // A role is a row of its provider.
      if (id !== undefined) return { type: type === 'PractitionerRole' ? 'Practitioner' : type, id };
    }
    return null;
  }
}

/** The columns with the names of other records. Those that nothing is known about are left out and named. */
export function withNames(
  { pending }: WriteContext,
  draft: RecordWithNames,
  columns: RowColumns,
  names: Names,
): RowColumns {
  const filled = { ...columns };
  for (const { column, names: stated, lead } of draft.named) {
    const words = [...new Set(stated.map((item) => (typeof item === 'string' ? item : names.of(item))))];
    const unknown = stated.filter((item) => typeof item !== 'string' && names.of(item) === null).length;
    if (unknown > 0) pending.push({ text: unknownNames(column), id: draft.source.id });
    const text = words.filter((item) => item !== null).join('; ');
    if (text === '') filled[column] ??= null;
    else filled[column] = lead === undefined ? text : below(filled[column], `${lead}${text}`);
  }
  return filled;
}

const below = (above: unknown, line: string): string =>
  typeof above === 'string' && above !== '' ? `${above}\n${line}` : line;

const roles: Partial<Record<NamedRecords['column'], string>> = { stated_by: 'author', reason: 'reason' };

const unknownNames = (column: NamedRecords['column']) =>
  `kept without its ${roles[column] ?? 'other records'}, which is neither in the files nor in the database`;
