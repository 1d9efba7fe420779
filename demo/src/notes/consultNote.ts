import type { ConditionKey } from '../conditions/conditions.ts';
import type { SpecialistCare } from '../conditions/profile.ts';
import type { DemoPatient } from '../patients.ts';
import type { DemoProvider } from '../providers.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { conditionOf } from '../conditions/conditions.ts';
import { medicationsOf, sign, upperFirst } from './progressNote.ts';
import { about, bullets, describeAge, numbered, page, patientLines, section, wrap, writeMoment } from './text.ts';
import { writeVitals } from './vitals.ts';

/** A specialist's answer to the doctor who asked. */
export function writeConsultNote(input: NoteInput, condition: ConditionKey, care: SpecialistCare): WrittenNote {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const tell = (lines: readonly string[]) => lines.map((line) => about(patient, line));
  return {
    type: 'Consult Note',
    name: `Consult Note - ${care.specialty}`,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.provider.practice.name.toUpperCase()}\n${writeOffice(encounter.provider)}\n`,
      `CONSULTATION, ${care.specialty.toUpperCase()}\n`,
      patientLines(patient),
      `Seen: ${writeMoment(patient.clock, encounter.date)}    Requested by: ${patient.primaryCare.signature}\n`,
      `Dear Dr. ${patient.primaryCare.lastName},\n`,
      `${wrap(`Thank you for asking me to see ${patient.firstName} ${patient.lastName}, a ${describeAge(patient, encounter.date)} with ${profile.name}.`)}\n`,
      section('QUESTION', wrap(about(patient, random.pick(care.reasons)))),
      section('HISTORY', wrap(tell(profile.history).join(' '))),
      section('MEDICATIONS', bullets(medicationsOf(patient.conditions).slice(0, 8)) || 'None.'),
      section('ALLERGIES', patient.allergies),
      section('EXAMINATION', `${writeVitals(patient, random)}\n${wrap(profile.exam.join(' '))}`),
      section('IMPRESSION', wrap(tell(care.impression).join(' '))),
      section('RECOMMENDATIONS', numbered(tell(care.recommendations))),
      wrap(
        `I explained this to ${patient.caregiver === null ? about(patient, '{him}') : `${about(patient, '{him}')} and to ${patient.caregiver}`} and answered their questions. Thank you for letting me take part in ${about(patient, '{his}')} care.`,
      ),
      sign(input),
    ),
  };
}

/** The letter that goes along with a referral. */
export function writeReferralLetter(
  input: NoteInput,
  condition: ConditionKey,
  care: SpecialistCare,
  reason: string,
): WrittenNote {
  const { patient, encounter } = input;
  const profile = conditionOf(condition);
  const others = patient.conditions.filter((key) => key !== condition).map((key) => upperFirst(conditionOf(key).name));
  const { primaryCare } = patient;
  return {
    type: 'Referral Letter',
    name: `Referral Letter - ${care.specialty}`,
    date: encounter.date,
    author: primaryCare.signature,
    text: page(
      `${primaryCare.practice.name.toUpperCase()}\n${writeOffice(primaryCare)}\n`,
      `${writeMoment(patient.clock, encounter.date)}\n`,
      `To: ${care.specialty}\n`,
      patientLines(patient),
      `\nDear Colleague,\n`,
      `${wrap(`I would be grateful for your help with ${patient.firstName} ${patient.lastName}, a ${describeAge(patient, encounter.date)} with ${profile.name}.`)}\n`,
      `${wrap(about(patient, reason))}\n`,
      `${wrap(profile.history.map((line) => about(patient, line)).join(' '))}\n`,
      section('On examination', wrap(profile.exam.join(' '))),
      section('Other conditions', others.length === 0 ? 'None of note.' : bullets(others)),
      section('Current medications', bullets(medicationsOf(patient.conditions)) || 'None.'),
      section('Allergies', patient.allergies),
      wrap(writeContact(patient)),
      `\nWith kind regards,\n${primaryCare.signature}\n${primaryCare.practice.name}`,
    ),
  };
}

function writeOffice(provider: DemoProvider): string {
  const [office] = provider.practice.locations;
  return office === undefined ? '' : `${office.address1}${office.address2 === undefined ? '' : `, ${office.address2}`}`;
}

function writeContact(patient: DemoPatient): string {
  const who = patient.caregiver ?? about(patient, '{him}');
  return patient.cellPhone === null
    ? 'There is no telephone at present; letters reach the address on file.'
    : `Please call ${who} directly to arrange the visit.`;
}
