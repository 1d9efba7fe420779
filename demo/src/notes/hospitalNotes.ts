import type { AcuteEpisode } from '../conditions/profile.ts';
import type { ConditionKey } from '../conditions/conditions.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { conditionOf } from '../conditions/conditions.ts';
import { describeCode } from '../diagnosisCodes.ts';
import { medicationsOf, sign, upperFirst } from './progressNote.ts';
import { about, bullets, describeAge, numbered, page, patientLines, section, wrap, writeMoment } from './text.ts';
import { writeVitals } from './vitals.ts';

/** What a hospital writes when a patient leaves after a stay. */
export function writeDischargeSummary(input: NoteInput, condition: ConditionKey, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const others = patient.conditions.filter((key) => key !== condition).map(conditionOf);
  const discharged = encounter.discharged ?? encounter.date;
  const tell = (lines: readonly string[]) => lines.map((line) => about(patient, line));
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
      section('PRINCIPAL DIAGNOSIS', `${episode.reason} (${profile.code}, ${describeCode(profile.code)})`),
      section(
        'OTHER DIAGNOSES',
        others.length === 0 ? 'None.' : numbered(others.map(({ name, code }) => `${upperFirst(name)} (${code})`)),
      ),
      section(
        'PRESENTATION',
        wrap(`${upperFirst(describeAge(patient, encounter.date))}. ${tell(episode.presentation).join(' ')}`),
      ),
      section('HOSPITAL COURSE', wrap(tell(episode.course).join(' '))),
      section(
        'CONDITION AT DISCHARGE',
        wrap(
          `Stable. ${writeVitals(patient, random)}. Walks ${random.pick(['without help', 'with a walker', 'with a cane'])}, eats a regular diet.`,
        ),
      ),
      section('DISCHARGE MEDICATIONS', bullets(medicationsOf(patient.conditions))),
      section('ALLERGIES', patient.allergies),
      section('INSTRUCTIONS TO THE PATIENT', numbered(tell(episode.discharge))),
      section(
        'PENDING RESULTS',
        random.pick(['None.', 'Final blood culture; the hospitalist follows it.', 'None at the time of discharge.']),
      ),
      section(
        'FOLLOW-UP',
        wrap(
          `${patient.primaryCare.signature}, ${patient.primaryCare.practice.name}, within ${random.int(5, 10)} days. ${profile.specialist === undefined ? '' : `${profile.specialist.specialty} within two weeks.`}`,
        ),
      ),
      sign(input),
    ),
  };
}

/** The note of an emergency or urgent care visit. */
export function writeEmergencyNote(input: NoteInput, condition: ConditionKey, episode: AcuteEpisode): WrittenNote {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const place = encounter.type === 'urgent_care' ? 'URGENT CARE NOTE' : 'EMERGENCY DEPARTMENT NOTE';
  const tell = (lines: readonly string[]) => lines.map((line) => about(patient, line));
  return {
    type: 'Emergency Department Note',
    name: `${encounter.type === 'urgent_care' ? 'Urgent Care' : 'Emergency Department'} Note - ${episode.reason}`,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      `${place}\n`,
      patientLines(patient),
      `Arrival: ${writeMoment(patient.clock, encounter.date)} by ${random.pick(['private car', 'ambulance', 'private car'])}    Triage level: ${random.int(2, 4)}`,
      `Clinician: ${encounter.provider.signature}\n`,
      section('CHIEF COMPLAINT', episode.reason),
      section(
        'HISTORY',
        wrap(`${upperFirst(describeAge(patient, encounter.date))}. ${tell(episode.presentation).join(' ')}`),
      ),
      section('PAST HISTORY', upperFirst(patient.conditions.map((key) => conditionOf(key).name).join(', '))),
      section('VITAL SIGNS AT TRIAGE', writeVitals(patient, random)),
      section('EXAMINATION', wrap(profile.exam.join(' '))),
      section(
        'COURSE AND DECISION MAKING',
        wrap(
          `${tell(episode.course).join(' ')} Admission was considered; ${about(patient, '{he}')} improved, has support at home and prefers to go home.`,
        ),
      ),
      section('DISPOSITION', 'Discharged home in stable condition.'),
      section('INSTRUCTIONS', numbered(tell(episode.discharge))),
      sign(input),
    ),
  };
}
