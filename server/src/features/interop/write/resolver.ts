import { sql } from 'kysely';

import { NPI_SYSTEM, isLasting, makeKey, partsOf } from '../shared/references.ts';

import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/client.ts';
import type { Key, Ref } from '../shared/references.ts';

interface Known {
  id: number;
  /** Digest of what was last imported under this key; null if the key is not a record's own id. */
  digest: string | null;
  /** Change date of the copy that was imported last. */
  updatedAt: Date | null;
  /** The record was merged into the row's. */
  hasEnded: boolean;
}

const neverImported = { digest: null, updatedAt: null, hasEnded: false };

/** Types whose rows are shared by all clients. */
const sharedTypes = ['Organization', 'Practitioner', 'PractitionerRole'];

/** Whether a key is that of a row that all clients share. */
export const isShared = (key: Key): boolean => sharedTypes.includes(partsOf(key).type);

/** Resolves keys to rows, both of this unit and of the database. */
export class Resolver {
  readonly clientId: number;
  readonly #known = new Map<Key, Known>();
  readonly #rejected: Set<Key>;
  readonly #encounters = new Map<number, { patientId: number; date: string }>();

  /** @param rejected keys of records this import has rejected so far; `reject` adds to it */
  constructor(clientId: number, rejected: Set<Key>) {
    this.clientId = clientId;
    this.#rejected = rejected;
  }

  /** Looks up keys in the database, all at once. */
  async load(db: Db, keys: Iterable<Key>): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => isLasting(key) && !this.#known.has(key));
    if (wanted.length === 0) return;
    await this.#loadSourceKeys(db, wanted);
    await this.#loadPatientIdentifiers(db, wanted);
    await this.#loadProvidersByNpi(db, wanted);
  }

  async #loadSourceKeys(db: Db, keys: readonly Key[]): Promise<void> {
    const [shared, own] = [keys.filter(isShared), keys.filter((key) => !isShared(key))];
    const among = (some: readonly Key[], owner: RawBuilder<unknown>) => {
      const parts = some.map(partsOf);
      return sql`
        select resource_type as type, system, value, row_id as id, source_digest as digest, source_updated_at as updated_at, has_ended
        from source_key join unnest(
          ${parts.map(({ type }) => type)}::text[], ${parts.map(({ system }) => system)}::text[],
          ${parts.map(({ value }) => value)}::text[]) as wanted (resource_type, system, value)
          using (resource_type, system, value)
        where ${owner}`;
    };
    const found = await sql<
      Omit<Known, 'updatedAt' | 'hasEnded'> & {
        has_ended: boolean;
        type: string;
        system: string;
        value: string;
        updated_at: Date | null;
      }
    >`${among(shared, sql`client_id is null`)} union all ${among(own, sql`client_id = ${this.clientId}`)}`.execute(db);
    for (const { type, system, value, id, digest, updated_at: updatedAt, has_ended: hasEnded } of found.rows)
      this.#known.set(makeKey(type, system, value), { id, digest, updatedAt, hasEnded });
  }

  /** Among a patient's identifiers, only an MRN of its system resolves to a patient, and only if a single patient has it. */
  async #loadPatientIdentifiers(db: Db, keys: Key[]): Promise<void> {
    const parts = keys
      .filter((key) => !this.#known.has(key))
      .map(partsOf)
      .filter(({ type }) => type === 'Patient');
    if (parts.length === 0) return;
    const found = await sql<{ system: string; value: string; id: number }>`
      select system, value, min(patient_id) as id
      from patient_identifier join unnest(
        ${parts.map(({ system }) => system)}::text[], ${parts.map(({ value }) => value)}::text[]) as wanted (system, value)
        using (system, value)
      where client_id = ${this.clientId} and type_code = 'MR'
      group by system, value having count(*) = 1`.execute(db);
    for (const { system, value, id } of found.rows)
      this.#known.set(makeKey('Patient', system, value), { id, ...neverImported });
  }

  /** Resolves providers who were never imported by their NPI. */
  async #loadProvidersByNpi(db: Db, keys: Key[]): Promise<void> {
    const npis = keys
      .filter((key) => !this.#known.has(key))
      .map(partsOf)
      .filter(({ type, system }) => type === 'Practitioner' && system === NPI_SYSTEM);
    if (npis.length === 0) return;
    const found = await db
      .selectFrom('healthcare_provider')
      .select(['healthcare_provider_id as id', 'npi_number as npi'])
      .where('npi_number', '=', sql<string>`any(${npis.map(({ value }) => value)}::text[])`)
      .where('npi_is_valid', '=', true)
      .execute();
    for (const { id, npi } of found)
      this.#known.set(makeKey('Practitioner', NPI_SYSTEM, npi ?? ''), { id, ...neverImported });
  }

  /** The rows that any of the keys resolve to; more than one is a contradiction. */
  rowsOf(keys: readonly Key[]): number[] {
    return [...new Set(keys.map((key) => this.#known.get(key)?.id).filter((id) => id !== undefined))];
  }

  digestOf(key: Key): string | null {
    return this.#known.get(key)?.digest ?? null;
  }

  updatedAtOf(key: Key): Date | null {
    return this.#known.get(key)?.updatedAt ?? null;
  }

  hasEnded(key: Key): boolean {
    return this.#known.get(key)?.hasEnded ?? false;
  }

  isKnown(key: Key): boolean {
    return this.#known.has(key);
  }

  /** @returns undefined if none of the reference's keys is known */
  find(ref: Ref): number | undefined {
    return this.rowsOf(ref.candidates)[0];
  }

  register(keys: readonly Key[], id: number): void {
    for (const key of keys) this.#known.set(key, { ...neverImported, ...this.#known.get(key), id });
  }

  reject(keys: readonly Key[]): void {
    for (const key of keys) this.#rejected.add(key);
  }

  wasRejected(ref: Ref): boolean {
    return ref.candidates.some((key) => this.#rejected.has(key));
  }

  registerEncounter(keys: readonly Key[], id: number, patientId: number, date: string): void {
    this.register(keys, id);
    this.#encounters.set(id, { patientId, date });
  }

  encounter(id: number): { patientId: number; date: string } | undefined {
    return this.#encounters.get(id);
  }
}
