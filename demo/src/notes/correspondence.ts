import type { NoteInput, WrittenNote } from './note.ts';

import { sign } from './progressNote.ts';
import { about, introduce, numbered, page, patientLines, section, upperFirst, wrap, writeMoment } from './text.ts';
import { writeVitals } from './vitals.ts';

/** The document of an encounter without a specific condition. */
export function writeCorrespondence(input: NoteInput): WrittenNote {
  const { encounter } = input;
  if (encounter.type === 'inpatient') return writeBirthSummary(input);
  if (encounter.type === 'emergency') return writeUnidentifiedNote(input);
  if (encounter.type === 'urgent_care') return writeColdNote(input);
  return writeContactRecord(input);
}

function writeContactRecord(input: NoteInput): WrittenNote {
  const { patient, encounter, random } = input;
  return {
    type: 'Correspondence',
    name: encounter.reason,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'RECORD OF CONTACT\n',
      patientLines(patient),
      `Date: ${writeMoment(patient.clock, encounter.date)}    Concerning: ${encounter.reason}\n`,
      section(
        'WHAT WAS DONE',
        wrap(
          random.pick([
            `Called ${patient.caregiver ?? 'the patient'} twice; left a message without health details and sent a letter to the address on file.`,
            `Spoke with ${patient.caregiver ?? 'the patient'}, who understood and agreed. Transport and an interpreter were offered.`,
          ]),
        ),
      ),
      section(
        'WHAT IS OPEN',
        numbered([
          random.pick([
            'Annual wellness visit',
            'Colorectal cancer screening',
            'Fasting lipid panel',
            'Advance care planning',
          ]),
          'Confirm telephone number and coverage at the next contact',
        ]),
      ),
      section(
        'NEXT STEP',
        wrap(
          `Second call in ${random.int(5, 14)} days if there is no answer. Primary care: ${patient.primaryCare.signature}.`,
        ),
      ),
      sign(input),
    ),
  };
}

function writeBirthSummary(input: NoteInput): WrittenNote {
  const { patient, encounter } = input;
  return {
    type: 'Discharge Summary',
    name: 'Newborn Discharge Summary',
    date: encounter.discharged ?? encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'NEWBORN DISCHARGE SUMMARY\n',
      patientLines(patient),
      `Delivered: ${writeMoment(patient.clock, encounter.date)}    Attending: ${encounter.provider.signature}\n`,
      section(
        'BIRTH',
        wrap(
          'Vaginal birth at 38 weeks and 2 days to a 28-year-old mother in her second pregnancy. Rupture of membranes six hours before. Apgar 8 at one minute and 9 at five.',
        ),
      ),
      section('MEASUREMENTS', 'Weight 7 lb 2 oz (3,232 g), length 20 in, head 13.5 in'),
      section(
        'COURSE',
        wrap(
          'Nursed within the first hour. Skin yellow from the second day; bilirubin 11.6 mg/dL at 48 hours, below the treatment line. Six wet diapers a day at discharge.',
        ),
      ),
      section(
        'SCREENING',
        numbered([
          'Hearing: passed on both sides',
          'Pulse oximetry for heart disease: passed',
          'State metabolic screen: sent, result pending',
          'Hepatitis B vaccine: given',
        ]),
      ),
      section(
        'INSTRUCTIONS',
        numbered(
          [
            'Feed at least eight times a day.',
            'On the back to sleep, in a crib of {his} own.',
            'Call for fever of 100.4 F, poor feeding, or deeper yellow color.',
          ].map((line) => about(patient, line, input.random)),
        ),
      ),
      sign(input),
    ),
  };
}

function writeUnidentifiedNote(input: NoteInput): WrittenNote {
  const { patient, encounter } = input;
  return {
    type: 'Emergency Department Note',
    name: 'Emergency Department Note - Unidentified patient',
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'EMERGENCY DEPARTMENT NOTE\n',
      patientLines(patient),
      `Arrival: ${writeMoment(patient.clock, encounter.date)} by ambulance    Triage level: 2\n`,
      section('CHIEF COMPLAINT', encounter.reason),
      section(
        'HISTORY',
        wrap(
          'Brought by the fire department. No identification, no phone, no medication found. Answers to no name and cannot tell the date. No history can be had; nobody has reported a missing person who fits.',
        ),
      ),
      section('VITAL SIGNS', writeVitals(patient, input.random)),
      section(
        'EXAMINATION',
        wrap(
          'Appears between 35 and 45 years old. Dry mouth. No head injury. Pupils equal. Moves all limbs. Smells of no alcohol. Scar over the left eyebrow.',
        ),
      ),
      section(
        'RESULTS',
        wrap(
          'Glucose 58 mg/dL, treated with dextrose; more awake after ten minutes. CT of the head without bleeding. Toxicology negative.',
        ),
      ),
      section(
        'PLAN',
        numbered([
          'Observe and repeat glucose every hour.',
          'Social work and police are looking for the name.',
          'Merge this record when it is known.',
        ]),
      ),
      sign(input),
    ),
  };
}

function writeColdNote(input: NoteInput): WrittenNote {
  const { patient, encounter, random } = input;
  return {
    type: 'Progress Note',
    name: `Progress Note - ${encounter.reason}`,
    date: encounter.date,
    author: encounter.provider.signature,
    text: page(
      `${encounter.facility.name.toUpperCase()}\n${encounter.facility.address}\n`,
      'URGENT CARE VISIT\n',
      patientLines(patient),
      `Date: ${writeMoment(patient.clock, encounter.date)}\n`,
      section(
        'HISTORY',
        wrap(
          `${upperFirst(introduce(patient, encounter.date))} with four days of cough, sore throat and stuffy nose. No shortness of breath. A family member has the same.`,
        ),
      ),
      section('VITAL SIGNS', writeVitals(patient, random)),
      section('EXAMINATION', 'Throat red without exudate. Ears clear. Lungs clear.'),
      section('TESTS', 'Rapid strep, influenza and COVID-19: negative.'),
      section('ASSESSMENT', 'Viral upper respiratory infection (J06.9).'),
      section(
        'PLAN',
        numbered([
          'Fluids, rest, honey at night.',
          'No antibiotic is needed.',
          'Return for trouble breathing or fever beyond three days.',
        ]),
      ),
      sign(input),
    ),
  };
}
