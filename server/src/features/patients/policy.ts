import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a patient look at. The row was read through the access predicate already. */
export interface PatientRow {
  clientId: number;
  isDeceased: boolean;
}

export const patientPolicy: Policy<PatientRow, 'createReferral' | 'referForAnyProvider'> = {
  createReferral: (_actor: Actor, patient) =>
    patient.isDeceased ? 'A referral cannot be sent for a patient who has died.' : true,
  referForAnyProvider: (actor, patient) =>
    actor.coordinatorClientIds.includes(patient.clientId) ? true : 'Only a care coordinator can do this.',
};
