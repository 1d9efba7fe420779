import type { ConditionKey } from '../conditions/conditions.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { minutesAfter } from '../clock.ts';
import { conditionOf } from '../conditions/conditions.ts';
import { about, bullets, describeAge, numbered, page, patientLines, section, wrap, writeMoment } from './text.ts';
import { writeVitals } from './vitals.ts';

/** The note of an office visit about one condition, with the others in the background. */
export function writeProgressNote(input: NoteInput, condition: ConditionKey): WrittenNote {
  const { patient, encounter } = input;
  const isShort = encounter.provider.healthcareProviderId % 3 === 0;
  const body = isShort ? writeAssessmentFirst(input, condition) : writeInOrder(input, condition);
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
      body,
      sign(input),
    ),
  };
}

function writeInOrder({ patient, encounter, random }: NoteInput, condition: ConditionKey): string {
  const profile = conditionOf(condition);
  const others = patient.conditions.filter((key) => key !== condition).map(conditionOf);
  const opening = `${patient.firstName} ${patient.lastName} is a ${describeAge(patient, encounter.date)} seen for: ${lowerFirst(encounter.reason)}.`;
  const story = random.some(profile.history, 2).map((sentence) => about(patient, sentence));
  return [
    section('REASON FOR VISIT', encounter.reason),
    section('HISTORY OF PRESENT ILLNESS', wrap([opening, ...story].join(' '))),
    section(
      'PAST HISTORY',
      others.length === 0 ? 'None of note.' : bullets(others.map(({ name }) => upperFirst(name))),
    ),
    section('MEDICATIONS', writeMedications(patient.conditions)),
    section('ALLERGIES', patient.allergies),
    section('SOCIAL HISTORY', wrap(about(patient, chooseSocial(patient.ageInDays, random)))),
    section(
      'REVIEW OF SYSTEMS',
      wrap(
        'Negative for fever, weight loss, chest pain at rest, vomiting, and blood in stool or urine, except as told above.',
      ),
    ),
    section('VITAL SIGNS', writeVitals(patient, random)),
    section(
      'EXAMINATION',
      wrap(['General: comfortable, no distress.', ...profile.exam].map((line) => about(patient, line)).join(' ')),
    ),
    section(
      'ASSESSMENT AND PLAN',
      numbered(
        assess(
          random,
          condition,
          others.slice(0, 2).map(({ name }) => name),
        ),
      ),
    ),
    bullets(profile.plan.map((line) => about(patient, line))),
    `\nFollow-up: ${random.pick(['four weeks', 'six weeks', 'three months', 'six months'])}, sooner if worse.`,
  ].join('\n');
}

function writeAssessmentFirst({ patient, encounter, random }: NoteInput, condition: ConditionKey): string {
  const profile = conditionOf(condition);
  const others = patient.conditions.filter((key) => key !== condition).map((key) => conditionOf(key).name);
  return [
    section('ASSESSMENT', numbered(assess(random, condition, others.slice(0, 3)))),
    section('PLAN', bullets(profile.plan.map((line) => about(patient, line)))),
    section(
      'INTERVAL HISTORY',
      wrap(
        `${upperFirst(describeAge(patient, encounter.date))}, here for: ${lowerFirst(encounter.reason)}. ${random
          .some(profile.history, 2)
          .map((line) => about(patient, line))
          .join(' ')}`,
      ),
    ),
    section('OBJECTIVE', `${writeVitals(patient, random)}\n${wrap(profile.exam.join(' '))}`),
    section('MEDICATIONS REVIEWED', writeMedications(patient.conditions)),
    section('ALLERGIES', patient.allergies),
    `Time spent on the day of the visit: ${random.int(18, 42)} minutes, more than half in counseling.`,
  ].join('\n');
}

function assess(random: Random, condition: ConditionKey, others: readonly string[]): string[] {
  const profile = conditionOf(condition);
  return [
    `${random.pick(profile.assessment)} (${profile.code})`,
    ...others.map((name) => `${upperFirst(name)}: stable, no change today.`),
  ];
}

type Random = NoteInput['random'];

/** Every medication of every condition, as the list stands today. */
export function medicationsOf(conditions: readonly ConditionKey[]): string[] {
  return [...new Set(conditions.flatMap((key) => conditionOf(key).medications))];
}

function writeMedications(conditions: readonly ConditionKey[]): string {
  const medications = medicationsOf(conditions);
  return medications.length === 0 ? 'None.' : bullets(medications);
}

function chooseSocial(ageInDays: number, random: Random): string {
  if (ageInDays < 18 * 365) return 'Lives with family. No one smokes in the home. Working smoke detectors.';
  return random.pick([
    'Lives with a spouse. Never smoked. Two drinks a week. Retired or working part time.',
    'Lives alone on the second floor; a neighbor helps with groceries. Former smoker.',
    'Works full time on rotating shifts. Smokes a few cigarettes on weekends and would like to stop.',
    'Lives with adult children. Does not drink or smoke. Walks daily.',
  ]);
}

export function sign({ patient, encounter, random }: NoteInput): string {
  const signedAt = minutesAfter(encounter.discharged ?? encounter.date, random.int(20, 300));
  const moment = signedAt > patient.clock.now ? patient.clock.now : signedAt;
  return `\nElectronically signed by ${encounter.provider.signature}, ${encounter.provider.specialty}, on ${writeMoment(patient.clock, moment)}`;
}

export function upperFirst(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

export function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) && !text.startsWith('Parkinson') ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}
