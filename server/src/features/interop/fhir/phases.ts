import { isKeptType } from './source.ts';

import type { KeptType, SourceResource } from './source.ts';

// Records are imported after those they refer to, whatever order files and lines come in.
const phaseOfType: Record<KeptType | 'Binary', number> = {
  Organization: 0,
  Location: 0,
  Practitioner: 0,
  PractitionerRole: 1,
  Patient: 2,
  Encounter: 3,
  // Before the documents whose content they are.
  Binary: 3,
  Condition: 4,
  Coverage: 4,
  CareTeam: 4,
  Appointment: 4,
  DocumentReference: 4,
  DiagnosticReport: 5,
  Claim: 6,
  ExplanationOfBenefit: 6,
};

export const lastPhase = 6;

/** When a resource is imported by itself; null for what is not kept. */
export function phaseOf(type: string): number | null {
  return isKeptType(type) || type === 'Binary' ? phaseOfType[type] : null;
}

/**
 * When a bundle is imported, which is as a whole: with the directory when it holds nothing else, with the patients when it
 * holds one, else after the records it may refer to.
 */
export function phaseOfBundle(resources: readonly SourceResource[]): number | null {
  const phases = resources.map(({ type }) => phaseOf(type)).filter((phase) => phase !== null);
  if (phases.length === 0) return null;
  if (phases.every((phase) => phase <= 1)) return 0;
  return Math.min(...phases.filter((phase) => phase >= 2));
}
