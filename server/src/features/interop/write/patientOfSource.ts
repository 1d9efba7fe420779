import { primaryKey } from '../shared/references.ts';

import type { Drafts } from '../fhir/unit.ts';
import type { SourceResource } from '../fhir/source.ts';
import type { Key, Naming } from '../shared/references.ts';
import type { Resolver } from './resolver.ts';

/** The reference to the patient in a resource of any type, also of those that are not kept; null if there is none. */
export function patientReferenceIn({ json }: SourceResource): string | null {
  const named = ['subject', 'patient', 'beneficiary'].map((part) => json[part]).find((value) => value !== undefined);
  const participants = Array.isArray(json['participant']) ? (json['participant'] as unknown[]) : [];
  const actor = participants
    .map((one) => at(at(one, 'actor'), 'reference'))
    .find((one) => /Patient\//.test(String(one)));
  const found = at(named, 'reference') ?? actor;
  return typeof found === 'string' ? found : null;
}

const at = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;

/** Finds whose record a resource of a unit is, once the patients are written. A message is about one patient. */
export function patientFinder(resolver: Resolver, naming: Naming, { patients }: Pick<Drafts, 'patients'>) {
  const idOf = (keys: readonly Key[]) => resolver.rowsOf(keys)[0] ?? null;
  const ofSource = new Map(patients.map(({ source, keys }) => [source, idOf([primaryKey(keys)])]));
  const [only] = patients.length === 1 ? [...ofSource.values()] : [];
  const idOfReference = (reference: string): number | null => {
    const ref = naming.refOf({ reference, type: null, display: null }, 'Patient');
    return ref === null ? null : (resolver.find(ref) ?? null);
  };
  return (source: SourceResource | undefined): number | null => {
    if (source?.type === 'Patient') return ofSource.get(source) ?? null;
    const reference = source === undefined ? null : patientReferenceIn(source);
    return (reference === null ? null : idOfReference(reference)) ?? only ?? null;
  };
}
