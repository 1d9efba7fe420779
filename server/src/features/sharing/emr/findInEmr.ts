import { emrTexts } from '@careloop/contracts/sharing/emr';

import type { Db } from '../../../platform/db/client.ts';
import type { Ehr, FhirResource } from '../../../core/integrations/ehr/port.ts';
import { UndeliverableError } from '../../../core/integrations/sender.ts';
import { findPatientOfRecord } from '../../interop/shared/importRecord.ts';
import { findEmrNames } from './queries.ts';

interface Wanted {
  patientId: number;
  clientId: number;
}

/**
 * Finds the patient's record in the EMR, by its own id or else by an MRN, and only if an import would match it to this patient:
 * exchanging data with a wrong record would harm two people.
 * @throws UndeliverableError with a message for the user, if there is no record or it belongs to another patient
 */
export async function findInEmr(db: Db, ehr: Ehr, wanted: Wanted): Promise<FhirResource & { id: string }> {
  const { recordIds, mrns } = await findEmrNames(db, wanted, ehr.source);
  const found = new Map<string, FhirResource & { id: string }>();
  for (const id of recordIds) keep(found, await ehr.read('Patient', id));
  if (found.size === 0) {
    for (const { system, value } of mrns) {
      for await (const page of ehr.search('Patient', { identifier: `${system}|${value}` })) {
        for (const resource of page) keep(found, resource);
      }
    }
  }
  if (found.size === 0) throw new UndeliverableError(emrTexts.notFound);
  const theirs = [];
  for (const record of found.values()) {
    const patientId = await findPatientOfRecord(db, { clientId: wanted.clientId, sender: ehr.source }, record);
    if (patientId === wanted.patientId) theirs.push(record);
  }
  const [record, another] = theirs;
  if (record === undefined) throw new UndeliverableError(emrTexts.anotherPatient);
  if (another !== undefined) throw new UndeliverableError(emrTexts.severalRecords);
  return record;
}

/** Ignores a record that was replaced by another one in the EMR. */
function keep(found: Map<string, FhirResource & { id: string }>, resource: FhirResource | null): void {
  if (resource?.resourceType !== 'Patient' || resource.id === undefined) return;
  const links = Array.isArray(resource.link) ? (resource.link as { type?: unknown }[]) : [];
  if (links.some((link) => link.type === 'replaced-by')) return;
  found.set(resource.id, { ...resource, id: resource.id });
}
