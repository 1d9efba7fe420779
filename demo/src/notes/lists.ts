import type { NoteInput, WrittenNote } from './note.ts';

import { writeDay } from '../clock.ts';
import { medicationsOf } from '../medications.ts';
import { numbered, page, patientLines, section, upperFirst, wrap, writeMoment } from './text.ts';

/** The medications as they were reconciled at an encounter. */
export function writeMedicationList({ patient, encounter, random }: NoteInput): WrittenNote {
  const medications = medicationsOf(patient).map(({ text, reason }) => `${text}, for ${reason}`);
  return {
    type: 'Medication List',
    name: 'Medication List',
    date: encounter.date,
    author: patient.primaryCare.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'MEDICATION LIST, RECONCILED\n',
      patientLines(patient),
      `Reconciled: ${writeMoment(patient.clock, encounter.date)} with ${patient.caregiver ?? 'the patient'}\n`,
      section('ALLERGIES AND REACTIONS', patient.allergies),
      section('ACTIVE MEDICATIONS', medications.length === 0 ? 'None.' : numbered(medications)),
      section('AS NEEDED WITHOUT PRESCRIPTION', random.pick(overTheCounter)),
      section('STOPPED SINCE THE LAST LIST', random.pick(stopped)),
      section('PHARMACY', random.pick(['Main Street Pharmacy', 'Commons Drug', 'Mail order, ninety days'])),
      wrap(
        'Bring this list to every visit, and tell us before you start anything new, including herbal products and vitamins.',
      ),
    ),
  };
}

const overTheCounter = [
  'Acetaminophen 500 mg, one or two tablets, not more than 3,000 mg a day',
  'None reported',
  'Docusate 100 mg at bedtime; saline nasal spray',
] as const;
const stopped = [
  'None',
  'Diphenhydramine (drowsiness)',
  'Simvastatin (replaced)',
  'Naproxen bought without prescription',
] as const;

const schedule = [
  ['Hepatitis B', 0],
  ['DTaP', 61],
  ['Polio (IPV)', 61],
  ['Pneumococcal (PCV20)', 61],
  ['Rotavirus', 61],
  ['DTaP', 122],
  ['Polio (IPV)', 122],
  ['DTaP', 183],
  ['Influenza', 200],
  ['Measles, mumps, rubella', 366],
  ['Varicella', 368],
  ['Hepatitis A', 370],
  ['DTaP', 480],
  ['Measles, mumps, rubella', 4 * 366],
  ['Varicella', 4 * 366],
  ['Polio (IPV)', 4 * 366 + 2],
  ['Tdap', 11 * 366],
  ['Human papillomavirus (HPV9)', 11 * 366],
  ['Meningococcal (MenACWY)', 11 * 366],
] as const;

/** A child's vaccines with the dates given. */
export function writeImmunizationRecord({ patient, encounter, random }: NoteInput): WrittenNote {
  const { clock } = patient;
  const given = schedule
    .map(([vaccine, atAge]) => ({
      vaccine,
      daysAgo: patient.ageInDays - atAge - (atAge === 0 ? 0 : random.int(0, 12)),
    }))
    .filter(({ daysAgo }) => daysAgo > 0);
  const lines = given.map(
    ({ vaccine, daysAgo }) => `${writeDay(clock.day(-daysAgo))}   ${vaccine.padEnd(34)} lot ${lotNumber(random)}`,
  );
  return {
    type: 'Immunization Record',
    name: 'Immunization Record',
    date: encounter.date,
    author: patient.primaryCare.signature,
    text: page(
      `${patient.primaryCare.practice.name.toUpperCase()}\n`,
      'IMMUNIZATION RECORD\n',
      patientLines(patient),
      `Printed: ${writeMoment(clock, encounter.date)}\n`,
      section('GIVEN', lines.length === 0 ? 'None yet.' : lines.join('\n')),
      section('ALLERGIES', patient.allergies),
      section(
        'NEXT DUE',
        upperFirst(
          random.pick([
            'influenza, every autumn',
            'at the next well child visit',
            'influenza and COVID-19, in October',
          ]),
        ),
      ),
      wrap(
        'This record is complete as far as the state registry and this practice know. Please keep a copy for school.',
      ),
    ),
  };
}

function lotNumber(random: NoteInput['random']): string {
  return `${random.pick(['U', 'K', 'N', 'W'])}${random.int(1_000, 9_999)}${random.pick(['AA', 'BA', 'CC'])}`;
}
