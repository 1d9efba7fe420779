import { contentOf } from '../fhir/bundle.ts';
import { Rejection } from '../fhir/draft.ts';
import { mapPatient } from '../fhir/patient.ts';
import { Naming, primaryKey } from './references.ts';
import { importUnit } from '../importUnit.ts';
import { findPatient } from '../write/findPatient.ts';
import { loadKnownPatients } from '../write/knownPatients.ts';
import { Resolver } from '../write/resolver.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { ImportTarget } from '../importUnit.ts';
import type { ImportReport } from '../report.ts';

export { AnotherPatient } from '../importUnit.ts';
export type { ImportReport } from '../report.ts';

/** The database rejected the record, and nothing of it was imported. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
}

type Json = Record<string, unknown>;

/**
 * The patient that an import would match a Patient resource to, by the import's identity rules.
 * @returns null if the resource is a new patient, contradicts the patient found, or is invalid
 */
export async function findPatientOfRecord(
  db: Db,
  { clientId, sender }: Pick<ImportTarget, 'clientId' | 'sender'>,
  json: Json,
): Promise<number | null> {
  const content = contentOf(json, null);
  const source = content.kind === 'resource' ? content.resources.find(({ type }) => type === 'Patient') : undefined;
  if (source === undefined) return null;
  try {
    const draft = mapPatient(source, new Naming(sender));
    const resolver = new Resolver(clientId, new Set());
    await resolver.load(db, draft.keys);
    const known = await loadKnownPatients({ db, clientId, resolver }, [draft]);
    return findPatient(draft, resolver.rowsOf([primaryKey(draft.keys)])[0], known).patient?.id ?? null;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

/**
 * Imports the record of one patient in one transaction.
 * @throws AnotherPatient if the record matches a different patient, RecordRefused if the database rejects it; nothing is
 * imported in either case
 */
export async function importRecord(
  target: ImportTarget,
  { patientId, file, resources }: { patientId: number; file: string; resources: readonly Json[] },
): Promise<ImportReport> {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) };
  const content = contentOf(bundle, null);
  if (content.kind !== 'bundle') throw new Error('The record was not read as a bundle');
  const { report, isRefused } = await importUnit(target, { file, onlyPatientId: patientId, ...content });
  if (isRefused) throw new RecordRefused(report.problems[0]?.reason ?? 'refused');
  return report;
}
