import type { ConditionKey } from '../conditions/conditions.ts';
import type { SpecialistCare } from '../conditions/profile.ts';
import type { DemoPatient } from '../patients.ts';
import type { DemoProvider } from '../providers.ts';
import type { NoteInput, WrittenNote } from './note.ts';

import { conditionOf } from '../conditions/conditions.ts';
import { placeOf } from '../places.ts';
import { otherConditions, sign, tell, writeMedications } from './progressNote.ts';
import {
  about,
  bullets,
  introduce,
  numbered,
  page,
  patientLines,
  section,
  upperFirst,
  wrap,
  writeMoment,
} from './text.ts';
import { writeVitals } from './vitals.ts';

/** A specialist's report to the referring doctor. */
export function writeConsultNote(input: NoteInput, condition: ConditionKey, care: SpecialistCare): WrittenNote {
  const { patient, encounter, random } = input;
  const profile = conditionOf(condition);
  const thanks = `Thank you for asking me to see ${patient.firstName} ${patient.lastName}, ${introduce(patient, encounter.date)} with ${profile.name}.`;
  const explained = patient.caregiver === null ? '{him}' : `{him} and to ${patient.caregiver}`;
  const closing = `I explained this to ${explained} and answered all questions. {Thank you for letting me take part in {his} care.|Please call me with any question.|We will keep you informed.}`;
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
      `${wrap(thanks)}\n`,
      section('QUESTION', wrap(about(patient, random.pick(care.reasons), random))),
      section('HISTORY', wrap(tell(input, profile.history).join(' '))),
      section('MEDICATIONS', writeMedications(patient)),
      section('ALLERGIES', patient.allergies),
      section('EXAMINATION', `${writeVitals(patient, random)}\n${wrap(tell(input, profile.exam).join(' '))}`),
      section('IMPRESSION', wrap(tell(input, care.impression).join(' '))),
      section('RECOMMENDATIONS', numbered(tell(input, care.recommendations))),
      wrap(about(patient, closing, random)),
      sign(input),
    ),
  };
}

/** The letter sent with a referral. */
export function writeReferralLetter(
  input: NoteInput,
  condition: ConditionKey,
  care: SpecialistCare,
  reason: string,
): WrittenNote {
  const { patient, encounter, random } = input;
  const { primaryCare } = patient;
  const profile = conditionOf(condition);
  const others = otherConditions(patient, condition).map(upperFirst);
  const request = `{I would be grateful for your help with|Thank you for seeing|I am sending you} ${patient.firstName} ${patient.lastName}, ${introduce(patient, encounter.date)} with ${profile.name}.`;
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
      '\nDear Colleague,\n',
      `${wrap(about(patient, request, random))}\n`,
      `${wrap(about(patient, reason, random))}\n`,
      `${wrap(tell(input, profile.history).join(' '))}\n`,
      section('On examination', wrap(tell(input, profile.exam).join(' '))),
      section('Other conditions', others.length === 0 ? 'None of note.' : bullets(others)),
      section('Current medications', writeMedications(patient)),
      section('Allergies', patient.allergies),
      wrap(writeContact(patient)),
      `\nWith kind regards,\n${primaryCare.signature}\n${primaryCare.practice.name}`,
    ),
  };
}

function writeOffice(provider: DemoProvider): string {
  const [office] = provider.practice.locations;
  if (office === undefined) return '';
  const { city, state, zipcode } = placeOf(office.zip);
  const suite = office.address2 === undefined ? '' : `, ${office.address2}`;
  return `${office.address1}${suite}, ${city}, ${state} ${zipcode}`;
}

function writeContact(patient: DemoPatient): string {
  if (patient.cellPhone === null) return 'There is no telephone at present; letters reach the address on file.';
  return `Please call ${patient.caregiver ?? 'the patient'} directly to arrange the visit.`;
}
