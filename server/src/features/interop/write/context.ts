import { Rejection } from '../fhir/draft.ts';
import { partsOf } from '../shared/references.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { DocumentStorage } from '../../../platform/storage/storage.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Key, Ref } from '../shared/references.ts';
import { problemOf } from '../fhir/source.ts';
import type { ImportReport } from '../report.ts';
import type { StoredBinary } from './storedBinary.ts';
import type { Resolver } from './resolver.ts';

/** What every writer needs within the transaction of one unit. */
export interface WriteContext {
  db: Db;
  storage: DocumentStorage;
  clientId: number;
  resolver: Resolver;
  report: ImportReport;
  /** Binary resources of earlier units of the same import. */
  storedBinaries: ReadonlyMap<Key, StoredBinary>;
  /** What a missing value of a known record does: a message states only what changed, any other copy is complete. */
  missing: 'clears' | 'keeps';
  /** Remarks on the current record; reported only if the record is accepted. */
  pending: { text: string; id: string | null }[];
}

/** A draft with the rows that its references resolve to. */
export type Resolved<Given extends Draft, Names extends keyof Given> = Omit<Given, Names> &
  Record<Names, number | null>;

/** Maps drafts. A draft that throws a Rejection is reported, and so is every record that refers to it later. */
export function keepAccepted<Accepted extends Draft, Result>(
  { resolver, report, pending }: WriteContext,
  drafts: readonly Accepted[],
  accept: (draft: Accepted) => Result,
): Result[] {
  const results: Result[] = [];
  for (const draft of drafts) {
    pending.length = 0;
    try {
      results.push(accept(draft));
      for (const text of draft.remarks) report.remark(text, draft.source);
      for (const { text, id } of pending) report.remark(text, { type: draft.source.type, id });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      resolver.reject(draft.keys);
      report.reject(problemOf(draft.source, error.message));
    }
  }
  return results;
}

/** The patient a record belongs to. @throws Rejection if there is none */
export function patientOf({ resolver }: WriteContext, ref: Ref): number {
  const patientId = resolver.find(ref);
  if (patientId !== undefined) return patientId;
  if (resolver.wasRejected(ref)) throw new Rejection('its patient was rejected');
  const which = ref.shown === '' ? '' : ` ${shown(ref)}`;
  throw new Rejection(`its patient${which} is neither in the files nor in the database`);
}

/** The row a reference resolves to. If there is none, the record is stored without it, and the summary says so. */
export function rowOf({ resolver, pending }: WriteContext, draft: Draft, ref: Ref | null): number | null {
  if (ref === null) return null;
  const id = resolver.find(ref);
  if (id !== undefined) return id;
  // An empty reference is not reported.
  if (ref.shown === '') return null;
  const what = `kept without its ${typeOf(ref)}`;
  const why = resolver.wasRejected(ref) ? 'which was rejected' : 'which is neither in the files nor in the database';
  pending.push({ text: `${what}, ${why}`, id: `${draft.source.id} → ${shown(ref)}` });
  return null;
}

const words: Partial<Record<string, string>> = {
  Organization: 'organization',
  Location: 'facility',
  Practitioner: 'provider',
  PractitionerRole: 'provider',
  Encounter: 'encounter',
};

function typeOf(ref: Ref): string {
  const [first] = ref.candidates;
  return (first && words[partsOf(first).type]) ?? 'reference';
}

/** A reference as shown in messages: identifiers of patients are masked. */
function shown(ref: Ref): string {
  const masked = /^(?:Patient\?|[^/]*\|)/.test(ref.shown) ? ref.shown.replace(/\|.*$/, '|…') : ref.shown;
  return masked.length > 100 ? `${masked.slice(0, 100)}…` : masked;
}
