import type { ConditionKey } from '../conditions/conditions.ts';
import type { DemoPatient } from '../patients.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { minutesAfter } from '../clock.ts';
import { conditionOf } from '../conditions/conditions.ts';
import { medicationsOf } from '../medications.ts';
import { writeSocialHistory } from './socialHistory.ts';
import {
  about,
  bullets,
  describeAge,
  introduce,
  lowerFirst,
  numbered,
  page,
  patientLines,
  section,
  upperFirst,
  wrap,
  writeMoment,
} from './text.ts';
import { writeVitals } from './vitals.ts';

/** The note of an office visit about one condition, with the other conditions as background. */
export function writeProgressNote(input: NoteInput, condition: ConditionKey): WrittenNote {
  const { patient, encounter } = input;
  // Each clinician has their own style.
  const isAssessmentFirst = encounter.provider.healthcareProviderId % 3 === 0;
  return {
    type: 'Progress Note',
    name: `Progress Note - ${encounter.reason}`,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'PROGRESS NOTE\n',
      patientLines(patient),
      `Date of service: ${writeMoment(patient.clock, encounter.date)}    Clinician: ${encounter.provider.signature}\n`,
      isAssessmentFirst ? writeAssessmentFirst(input, condition) : writeInOrder(input, condition),
      sign(input),
    ),
  };
}

function writeInOrder(input: NoteInput, condition: ConditionKey): string {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const opening = `${patient.firstName} ${patient.lastName} is ${introduce(patient, encounter.date)} seen for: ${lowerFirst(encounter.reason)}.`;
  const others = otherConditions(patient, condition);
  const examination = ['General: {comfortable, no distress|well appearing|tired but comfortable}.', ...profile.exam];
  return [
    section('REASON FOR VISIT', encounter.reason),
    section('HISTORY OF PRESENT ILLNESS', wrap([opening, ...tell(input, random.some(profile.history, 2))].join(' '))),
    section('PAST HISTORY', others.length === 0 ? 'None of note.' : bullets(others.map(upperFirst))),
    section('MEDICATIONS', writeMedications(patient)),
    section('ALLERGIES', patient.allergies),
    section('SOCIAL HISTORY', wrap(writeSocialHistory(patient))),
    section('REVIEW OF SYSTEMS', wrap(about(patient, reviewOfSystems(patient), random))),
    section('VITAL SIGNS', writeVitals(patient, random)),
    section('EXAMINATION', wrap(tell(input, examination).join(' '))),
    section('ASSESSMENT AND PLAN', numbered(assess(input, condition, others.slice(0, 2)))),
    bullets(tell(input, profile.plan)),
    `\nFollow-up: ${random.pick(['four weeks', 'six weeks', 'three months', 'six months'])}, sooner if worse.`,
  ].join('\n');
}

function reviewOfSystems({ ageInDays }: DemoPatient): string {
  if (ageInDays < 2 * 365) return 'Negative for fever, vomiting and rash. Wet diapers and stools as usual.';
  return 'Negative for {fever, weight loss|fever, night sweats|fever, rash} and {blood in stool or urine|swollen glands|new headache}, except as told above. {All other systems reviewed and negative.|Appetite and sleep are unchanged.}';
}

function writeAssessmentFirst(input: NoteInput, condition: ConditionKey): string {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const opening = `${upperFirst(describeAge(patient, encounter.date))}, here for: ${lowerFirst(encounter.reason)}.`;
  const objective = `${writeVitals(patient, random)}\n${wrap(tell(input, profile.exam).join(' '))}`;
  return [
    section('ASSESSMENT', numbered(assess(input, condition, otherConditions(patient, condition).slice(0, 3)))),
    section('PLAN', bullets(tell(input, profile.plan))),
    section('INTERVAL HISTORY', wrap([opening, ...tell(input, random.some(profile.history, 2))].join(' '))),
    section('OBJECTIVE', objective),
    section('MEDICATIONS REVIEWED', writeMedications(patient)),
    section('ALLERGIES', patient.allergies),
    `Time spent on the day of the visit: ${random.int(18, 42)} minutes, more than half in counseling.`,
  ].join('\n');
}

function assess(input: NoteInput, condition: ConditionKey, others: readonly string[]): string[] {
  const profile = conditionOf(condition);
  const main = about(input.patient, input.random.pick(profile.assessment), input.random).replace(/\.$/, '');
  const wordings = '{stable, no change today|stable on current treatment|not discussed in detail today}';
  return [
    `${main} (${profile.code}).`,
    ...others.map((name) => about(input.patient, `${upperFirst(name)}: ${wordings}.`, input.random)),
  ];
}

/** The sentences of a condition, adapted to this patient. */
export function tell({ patient, random }: NoteInput, lines: readonly string[]): string[] {
  return lines.map((line) => about(patient, line, random));
}

/** The patient's other conditions, without wellness entries. */
export function otherConditions(patient: DemoPatient, condition: ConditionKey): string[] {
  const others = patient.conditions.filter((key) => key !== condition && key !== 'wellChild' && key !== 'wellAdult');
  return others.map((key) => conditionOf(key).name);
}

export function writeMedications(patient: DemoPatient): string {
  const medications = medicationsOf(patient);
  return medications.length === 0 ? 'None.' : bullets(medications.map(({ text }) => text));
}

export function sign({ patient, encounter, random }: NoteInput): string {
  const signedAt = minutesAfter(encounter.discharged ?? encounter.date, random.int(20, 300));
  const moment = signedAt > patient.clock.now ? patient.clock.now : signedAt;
  return `\nElectronically signed by ${encounter.provider.signature}, ${encounter.provider.specialty}, on ${writeMoment(patient.clock, moment)}`;
}
