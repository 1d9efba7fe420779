import type { DemoEncounter } from './encounters.ts';
import type { WrittenNote } from './notes/notes.ts';
import type { NoteInput } from './notes/template.ts';
import type { DemoPatient } from './patients.ts';

import { conditionOf } from './conditions.ts';
import {
  writeConsultNote,
  writeCorrespondence,
  writeDischargeSummary,
  writeEmergencyNote,
  writeMedicationList,
  writeProgressNote,
  writeReferralLetter,
} from './notes/notes.ts';
import { labTypeNames } from './notes/panels.ts';
import { writeImmunizationRecord, writeLabReport, writeStudyReport } from './notes/reports.ts';
import { lowerFirst } from './notes/text.ts';
import { Random } from './random.ts';

/** Types that a receiver usually wants to see. */
const primaryTypes = [
  'Progress Note',
  'Discharge Summary',
  'Consult Note',
  'Emergency Department Note',
  'Radiology Report',
  'Cardiology Report',
  'Medication List',
  'Referral Letter',
  'Immunization Record',
  'Correspondence',
  'Other',
];
export const documentTypes = [
  ...primaryTypes.map((name) => ({ document_name: name, is_primary: true })),
  ...labTypeNames.map((name) => ({ document_name: name, is_primary: false })),
];

export interface EncounterNote extends WrittenNote {
  encounter: DemoEncounter;
}

const mostDocuments = 15;

/** The documents of a patient, oldest first: one to fifteen. */
export function writeNotes(patient: DemoPatient, encounters: DemoEncounter[]): EncounterNote[] {
  const random = new Random(`notes of patient ${patient.patientId}`);
  const notes = encounters.flatMap((encounter) => {
    const input = { patient, encounter, random };
    return notesOf(input).map((note) => ({ ...note, encounter }));
  });
  const last = encounters.at(-1);
  const lists =
    last === undefined
      ? []
      : closingLists({ patient, encounter: last, random }).map((note) => ({ ...note, encounter: last }));
  return [...notes.slice(-(mostDocuments - lists.length)), ...lists];
}

function notesOf(input: NoteInput): WrittenNote[] {
  const { encounter, random } = input;
  const { occasion } = encounter;
  if (occasion.kind === 'other') return [writeCorrespondence(input)];
  const profile = conditionOf(occasion.condition);
  if (occasion.kind === 'tests')
    return random.some(profile.studies, 2).map((key) => writeStudyReport(input, key, profile.name));
  if (occasion.kind === 'consult') return [writeConsultNote(input, occasion.condition, occasion.care)];
  if (occasion.kind === 'stay') return notesOfStay(input, occasion);
  const labs = random.some(profile.panels, random.pick([0, 1, 1, 2])).map((key) => writeLabReport(input, key));
  const care = profile.specialist;
  const letters =
    care !== undefined && random.chance(0.25)
      ? [writeReferralLetter(input, occasion.condition, care, random.pick(care.reasons))]
      : [];
  return [writeProgressNote(input, occasion.condition), ...labs, ...letters];
}

function notesOfStay(input: NoteInput, occasion: Extract<DemoEncounter['occasion'], { kind: 'stay' }>): WrittenNote[] {
  const { condition, episode } = occasion;
  const isShort = episode.type === 'emergency' || episode.type === 'urgent_care' || episode.type === 'observation';
  const studies = episode.studies.slice(0, 2).map((key) => writeStudyReport(input, key, lowerFirst(episode.reason)));
  const labs = episode.panels.slice(0, 2).map((key) => writeLabReport(input, key));
  // There is no discharge summary while the patient is still admitted.
  if (input.encounter.discharged === null && !isShort) return [...labs, ...studies];
  const note = isShort
    ? writeEmergencyNote(input, condition, episode)
    : writeDischargeSummary(input, condition, episode);
  return [...labs, ...studies, note];
}

function closingLists(input: NoteInput): WrittenNote[] {
  if (input.patient.conditions.length === 0) return [];
  if (input.patient.ageInDays < 18 * 365) return [writeImmunizationRecord(input)];
  return input.random.chance(0.7) ? [writeMedicationList(input)] : [];
}
