import { isKeptType } from './source.ts';

import type { KeptType, SourceResource } from './source.ts';

// Records are imported after those they refer to, regardless of the order of files and lines.
const phaseOfType: Record<KeptType | 'Binary' | 'Medication', number> = {
  Organization: 0,
  Location: 0,
  Practitioner: 0,
  PractitionerRole: 1,
  Patient: 2,
  Encounter: 3,
  // Before the documents that refer to their content.
  Binary: 3,
  // Before the prescriptions that refer to it.
  Medication: 3,
  Condition: 4,
  MedicationRequest: 5,
  MedicationStatement: 5,
  AllergyIntolerance: 4,
  Observation: 4,
  Immunization: 4,
  // After the conditions that are their reasons.
  Procedure: 5,
  CarePlan: 5,
  Goal: 5,
  FamilyMemberHistory: 4,
  Device: 4,
  Coverage: 4,
  CareTeam: 4,
  Appointment: 4,
  DocumentReference: 4,
  DiagnosticReport: 5,
  Claim: 6,
  ExplanationOfBenefit: 6,
};

export const lastPhase = 6;

/** The phase in which a standalone resource is imported; null for types that are not imported. */
export function phaseOf(type: string): number | null {
  return isKeptType(type) || type === 'Binary' || type === 'Medication' ? phaseOfType[type] : null;
}

/**
 * The phase in which a bundle is imported; a bundle is imported as a whole. A bundle with only directory records goes with the
 * directory, one with a patient goes with the patients, and any other goes after the records it may refer to.
 */
export function phaseOfBundle(resources: readonly SourceResource[]): number | null {
  const phases = resources.map(({ type }) => phaseOf(type)).filter((phase) => phase !== null);
  if (phases.length === 0) return null;
  if (phases.every((phase) => phase <= 1)) return 0;
  return Math.min(...phases.filter((phase) => phase >= 2));
}
