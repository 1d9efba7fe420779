import type { AcuteEpisode } from '../conditions/profile.ts';
import type { ConditionKey } from '../conditions/conditions.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { conditionOf } from '../conditions/conditions.ts';
import { describeCode } from '../diagnosisCodes.ts';
import { otherConditions, sign, tell, writeMedications } from './progressNote.ts';
import { about, describeAge, numbered, page, patientLines, section, upperFirst, wrap, writeMoment } from './text.ts';
import { writeVitals } from './vitals.ts';

/** The discharge summary of a hospital stay. */
export function writeDischargeSummary(input: NoteInput, condition: ConditionKey, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const code = episode.code ?? conditionOf(condition).code;
  const others = otherConditions(patient, condition).map(upperFirst);
  const discharged = encounter.discharged ?? encounter.date;
  const walks = random.pick(['without help', 'with a walker', 'with a cane']);
  return {
    type: 'Discharge Summary',
    name: `Discharge Summary - ${episode.reason}`,
    date: discharged,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'DISCHARGE SUMMARY\n',
      patientLines(patient),
      `Admitted: ${writeMoment(patient.clock, encounter.date)}    Discharged: ${writeMoment(patient.clock, discharged)}`,
      `Attending: ${encounter.provider.signature}    Primary care: ${patient.primaryCare.signature}\n`,
      section('PRINCIPAL DIAGNOSIS', wrap(`${episode.reason} (${code}, ${describeCode(code)})`)),
      section('OTHER DIAGNOSES', others.length === 0 ? 'None.' : numbered(others)),
      section('PRESENTATION', wrap(`${introduceShortly(input)} ${tell(input, episode.presentation).join(' ')}`)),
      section('HOSPITAL COURSE', wrap(tell(input, episode.course).join(' '))),
      section(
        'CONDITION AT DISCHARGE',
        wrap(`Stable. ${writeVitals(patient, random)}. Walks ${walks}, eats a regular diet.`),
      ),
      section('DISCHARGE MEDICATIONS', writeMedications(patient)),
      section('ALLERGIES', patient.allergies),
      section('INSTRUCTIONS TO THE PATIENT', numbered(tell(input, episode.discharge))),
      section('PENDING RESULTS', random.pick(pendingResults)),
      section('FOLLOW-UP', wrap(writeFollowUp(input, condition))),
      sign(input),
    ),
  };
}

const pendingResults = ['None.', 'Final blood culture; the hospitalist follows it.', 'None at the time of discharge.'];

function writeFollowUp({ patient, random }: NoteInput, condition: ConditionKey): string {
  const { specialist } = conditionOf(condition);
  const first = `${patient.primaryCare.signature}, ${patient.primaryCare.practice.name}, within ${random.int(5, 10)} days.`;
  return specialist === undefined ? first : `${first} ${specialist.specialty} within two weeks.`;
}

function introduceShortly({ patient, encounter }: NoteInput): string {
  return `${upperFirst(describeAge(patient, encounter.date))}.`;
}

/** The note of an emergency or urgent care visit. */
export function writeEmergencyNote(input: NoteInput, condition: ConditionKey, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const isUrgentCare = encounter.type === 'urgent_care';
  const arrival = random.pick(isUrgentCare ? ['private car'] : ['private car', 'ambulance']);
  const home = isUrgentCare
    ? 'Well enough to go home after an hour of observation.'
    : 'Admission was considered; {he} improved, has support at home and prefers to go home.';
  const past = [condition, ...patient.conditions.filter((key) => key !== condition && !key.startsWith('well'))];
  return {
    type: 'Emergency Department Note',
    name: `${isUrgentCare ? 'Urgent Care' : 'Emergency Department'} Note - ${episode.reason}`,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      `${isUrgentCare ? 'URGENT CARE' : 'EMERGENCY DEPARTMENT'} NOTE\n`,
      patientLines(patient),
      `Arrival: ${writeMoment(patient.clock, encounter.date)} by ${arrival}    Triage level: ${random.int(2, 4)}`,
      `Clinician: ${encounter.provider.signature}\n`,
      section('CHIEF COMPLAINT', episode.reason),
      section('HISTORY', wrap(`${introduceShortly(input)} ${tell(input, episode.presentation).join(' ')}`)),
      section('PAST HISTORY', wrap(upperFirst(past.map((key) => conditionOf(key).name).join(', ')))),
      section('MEDICATIONS', writeMedications(patient)),
      section('VITAL SIGNS AT TRIAGE', writeVitals(patient, random, episode.triage)),
      section('EXAMINATION', wrap(tell(input, episode.exam ?? conditionOf(condition).exam).join(' '))),
      section(
        'COURSE AND DECISION MAKING',
        wrap(`${tell(input, episode.course).join(' ')} ${about(patient, home, random)}`),
      ),
      section('DISPOSITION', 'Discharged home in stable condition.'),
      section('INSTRUCTIONS', numbered(tell(input, episode.discharge))),
      sign(input),
    ),
  };
}
