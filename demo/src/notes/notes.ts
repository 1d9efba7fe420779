import type { AcuteEpisode, SpecialistCare } from '../conditions.ts';
import type { DemoPatient } from '../patients.ts';
import type { DemoProvider } from '../providers.ts';
import type { NoteInput, Value, Values } from './template.ts';

import { minutesAfter } from '../clock.ts';
import { describeCode } from '../codes.ts';
import { conditionOf } from '../conditions.ts';
import { medicationsOf } from '../medications.ts';
import { placeOf } from '../places.ts';
import { writeSocialHistory } from './socialHistory.ts';
import { fillTemplate } from './template.ts';
import {
  about,
  bullets,
  describeAge,
  introduce,
  lowerFirst,
  numbered,
  patientLines,
  upperFirst,
  writeMoment,
} from './text.ts';
import { writeVitals } from './vitals.ts';

/** A document that has been written but not stored yet. */
export interface WrittenNote {
  type: string;
  name: string;
  date: Date;
  author: string;
  text: string;
}

/** Fills in a template; by default, the note is of the day and the clinician of the encounter. */
export function writeNote(
  template: string,
  input: NoteInput,
  values: Values = {},
  made: Partial<Pick<WrittenNote, 'date' | 'author'>> = {},
): WrittenNote {
  const { date, provider } = input.encounter;
  return {
    date,
    author: provider.signature,
    ...made,
    ...fillTemplate(template, input, { ...commonValues(input), ...values }),
  };
}

/** The values that every template can use. */
function commonValues({ patient, encounter, random }: NoteInput): Values {
  const { provider, facility, reason } = encounter;
  const { primaryCare } = patient;
  const introduced = introduce(patient, encounter.date);
  const age = describeAge(patient, encounter.date);
  return {
    facility: facility.name.toUpperCase(),
    address: facility.address,
    patient: { lines: patientLines(patient) },
    name: `${patient.firstName} ${patient.lastName}`,
    introduced,
    Introduced: upperFirst(introduced),
    age,
    Age: upperFirst(age),
    date: writeMoment(patient.clock, encounter.date),
    reason,
    reasonInside: lowerFirst(reason),
    clinician: provider.signature,
    primaryCare: primaryCare.signature,
    doctor: primaryCare.lastName,
    contactPerson: patient.caregiver ?? 'the patient',
    allergies: patient.allergies,
    medications: () => ({ lines: listed(medicationsOf(patient), ({ text }) => text, bullets) }),
    medicationsWithReasons: () => ({
      lines: listed(medicationsOf(patient), ({ text, reason: why }) => `${text}, for ${why}`, numbered),
    }),
    socialHistory: () => writeSocialHistory(patient),
    vitals: () => writeVitals(patient, random),
    signature: () => sign({ patient, encounter, random }),
  };
}

function listed<Item>(
  items: readonly Item[],
  tellItem: (item: Item) => string,
  write: (lines: readonly string[]) => string,
  none = 'None.',
): string {
  return items.length === 0 ? none : write(items.map(tellItem));
}

function sign({ patient, encounter, random }: NoteInput): Value {
  const signedAt = minutesAfter(encounter.discharged ?? encounter.date, random.int(20, 300));
  const moment = signedAt > patient.clock.now ? patient.clock.now : signedAt;
  const { signature, specialty } = encounter.provider;
  return { lines: `Electronically signed by ${signature}, ${specialty}, on ${writeMoment(patient.clock, moment)}` };
}

/** The sentences of a condition, adapted to this patient. */
function tell({ patient, random }: NoteInput, lines: readonly string[]): string[] {
  return lines.map((line) => about(patient, line, random));
}

/** The same as one paragraph. */
const told = (input: NoteInput, lines: readonly string[]) => tell(input, lines).join(' ');

/** The patient's other conditions, without wellness entries. */
function otherConditions(patient: DemoPatient, condition: string): string[] {
  const others = patient.conditions.filter((key) => key !== condition && key !== 'wellChild' && key !== 'wellAdult');
  return others.map((key) => conditionOf(key).name);
}

/** The note of an office visit about one condition, with the other conditions as background. */
export function writeProgressNote(input: NoteInput, condition: string): WrittenNote {
  const { patient, encounter, random } = input;
  const { history, exam, plan } = conditionOf(condition);
  const others = otherConditions(patient, condition);
  const values = {
    others: { lines: listed(others, upperFirst, bullets, 'None of note.') },
    history: () => told(input, random.some(history, 2)),
    review: () => about(patient, reviewOfSystems(patient), random),
    exam: () => told(input, exam),
    plan: () => tell(input, plan),
  };
  // Each clinician has their own style.
  const isAssessmentFirst = encounter.provider.healthcareProviderId % 3 === 0;
  if (!isAssessmentFirst) {
    return writeNote('progressNote', input, { ...values, assessment: () => assess(input, condition, others, 2) });
  }
  return writeNote('progressNoteAssessmentFirst', input, {
    ...values,
    vitals: writeVitals(patient, random),
    exam: told(input, exam),
    assessment: () => assess(input, condition, others, 3),
  });
}

function reviewOfSystems({ ageInDays }: DemoPatient): string {
  if (ageInDays < 2 * 365) return 'Negative for fever, vomiting and rash. Wet diapers and stools as usual.';
  return 'Negative for {fever, weight loss|fever, night sweats|fever, rash} and {blood in stool or urine|swollen glands|new headache}, except as told above. {All other systems reviewed and negative.|Appetite and sleep are unchanged.}';
}

function assess(input: NoteInput, condition: string, others: readonly string[], most: number): string[] {
  const { assessment, code } = conditionOf(condition);
  const main = about(input.patient, input.random.pick(assessment), input.random).replace(/\.$/, '');
  const wordings = '{stable, no change today|stable on current treatment|not discussed in detail today}';
  return [
    `${main} (${code}).`,
    ...tell(
      input,
      others.slice(0, most).map((name) => `${upperFirst(name)}: ${wordings}.`),
    ),
  ];
}

/** The discharge summary of a hospital stay. */
export function writeDischargeSummary(input: NoteInput, condition: string, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const { code: usualCode, specialist } = conditionOf(condition);
  const code = episode.code ?? usualCode;
  const discharged = encounter.discharged ?? encounter.date;
  const values = {
    reason: episode.reason,
    walks: random.pick(['without help', 'with a walker', 'with a cane']),
    discharged: writeMoment(patient.clock, discharged),
    diagnosis: `${code}, ${describeCode(code)}`,
    others: { lines: listed(otherConditions(patient, condition), upperFirst, numbered) },
    practice: patient.primaryCare.practice.name,
    specialist: specialist === undefined ? '' : ` ${specialist.specialty} within two weeks.`,
    ...episodeValues(input, episode),
  };
  return writeNote('dischargeSummary', input, values, { date: discharged });
}

/** The note of an emergency or urgent care visit. */
export function writeEmergencyNote(input: NoteInput, condition: string, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const isUrgentCare = encounter.type === 'urgent_care';
  const department = isUrgentCare ? 'Urgent Care' : 'Emergency Department';
  const past = [condition, ...patient.conditions.filter((key) => key !== condition && !key.startsWith('well'))];
  return writeNote('emergencyNote', input, {
    reason: episode.reason,
    department,
    DEPARTMENT: department.toUpperCase(),
    arrival: random.pick(isUrgentCare ? ['private car'] : ['private car', 'ambulance']),
    past: upperFirst(past.map((key) => conditionOf(key).name).join(', ')),
    vitals: () => writeVitals(patient, random, episode.triage),
    exam: () => told(input, episode.exam ?? conditionOf(condition).exam),
    home: isUrgentCare
      ? 'Well enough to go home after an hour of observation.'
      : 'Admission was considered; {he} improved, has support at home and prefers to go home.',
    ...episodeValues(input, episode),
  });
}

function episodeValues(input: NoteInput, { presentation, course, discharge }: AcuteEpisode): Values {
  return {
    presentation: () => told(input, presentation),
    course: () => told(input, course),
    instructions: () => tell(input, discharge),
  };
}

/** A specialist's report to the referring doctor. */
export function writeConsultNote(input: NoteInput, condition: string, care: SpecialistCare): WrittenNote {
  const { patient, encounter, random } = input;
  return writeNote('consultNote', input, {
    ...careValues(input, condition, care, encounter.provider),
    question: () => about(patient, random.pick(care.reasons), random),
    impression: () => told(input, care.impression),
    recommendations: () => tell(input, care.recommendations),
    explained: patient.caregiver === null ? '{him}' : `{him} and to ${patient.caregiver}`,
  });
}

/** The letter sent with a referral. */
export function writeReferralLetter(input: NoteInput, condition: string, care: SpecialistCare, reason: string) {
  const { patient, random } = input;
  const { primaryCare } = patient;
  const contact =
    patient.cellPhone === null
      ? 'There is no telephone at present; letters reach the address on file.'
      : `Please call ${patient.caregiver ?? 'the patient'} directly to arrange the visit.`;
  const values = {
    ...careValues(input, condition, care, primaryCare),
    request: () => about(patient, reason, random),
    others: { lines: listed(otherConditions(patient, condition), upperFirst, bullets, 'None of note.') },
    contact,
    practiceName: primaryCare.practice.name,
  };
  return writeNote('referralLetter', input, values, { author: primaryCare.signature });
}

/** What both letters of a referral hold; `writer` signs it. */
function careValues(input: NoteInput, condition: string, { specialty }: SpecialistCare, writer: DemoProvider): Values {
  const { name, history, exam } = conditionOf(condition);
  return {
    practice: writer.practice.name.toUpperCase(),
    office: officeOf(writer),
    specialty,
    SPECIALTY: specialty.toUpperCase(),
    problem: name,
    history: () => told(input, history),
    exam: () => told(input, exam),
  };
}

function officeOf({ practice }: DemoProvider): string {
  const [office] = practice.locations;
  if (office === undefined) return '';
  const { city, state, zipcode } = placeOf(office.zip);
  const suite = office.address2 === undefined ? '' : `, ${office.address2}`;
  return `${office.address1}${suite}, ${city}, ${state} ${zipcode}`;
}

const contactTemplates: Readonly<Record<string, string>> = {
  inpatient: 'newbornDischarge',
  emergency: 'unidentifiedPatient',
  urgent_care: 'urgentCareCold',
};

/** The document of an encounter without a specific condition. */
export function writeCorrespondence(input: NoteInput): WrittenNote {
  const { type, discharged, date } = input.encounter;
  const template = contactTemplates[type] ?? 'contactRecord';
  return writeNote(template, input, {}, { date: type === 'inpatient' ? (discharged ?? date) : date });
}

/** The medications as they were reconciled at an encounter. */
export function writeMedicationList(input: NoteInput): WrittenNote {
  return writeNote('medicationList', input, {}, { author: input.patient.primaryCare.signature });
}
