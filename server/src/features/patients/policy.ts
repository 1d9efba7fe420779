import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a patient look at. The row was read through the access predicate already. */
export interface PatientRow {
  clientId: number;
  deceasedOn: string | null;
}

export const patientPolicy: Policy<PatientRow, 'createReferral' | 'referForAnyProvider'> = {
  createReferral: (_actor: Actor, patient) =>
    patient.deceasedOn === null ? true : 'A referral cannot be sent for a patient who has died.',
  referForAnyProvider: (actor, patient) =>
    actor.coordinatorClientIds.includes(patient.clientId) ? true : 'Only a care coordinator can do this.',
};
