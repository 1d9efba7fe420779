import type { DemoDocument } from './documents.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { medicationsOf } from './medications.ts';
import { Random } from './random.ts';

/**
 * A patient's clinical record. Results, vital signs and childhood immunizations are read from the texts of the patient's
 * documents, so that both say the same.
 */
export function addClinicalRecord(rows: Rows, patient: DemoPatient, documents: DemoDocument[]): void {
  const random = new Random(`clinical record of patient ${patient.patientId}`);
  addMedications(rows, patient, random);
  addAllergies(rows, patient);
  for (const document of documents) {
    if (document.note.type.startsWith('Lab Results')) addPanel(rows, patient, document);
    addVitals(rows, patient, document);
    if (/^(Radiology|Cardiology) Report/.test(document.note.type)) addStudy(rows, patient, document);
  }
  addImmunizations(
    rows,
    patient,
    documents.findLast(({ note }) => note.type === 'Immunization Record'),
    random,
  );
  addPlans(rows, patient, random);
}

/** The latest day on which something can be stated about the patient. */
const lastDay = (patient: DemoPatient, daysAgo: number) =>
  patient.clock.day(-Math.min(Math.max(daysAgo, (patient.deceased ?? 0) + 1), Math.max(1, patient.ageInDays - 1)));

/** The name with its strength, and how it is taken. */
const parts = /^(.*?\b\d[\d.,/-]*\s?(?:mg|mcg|units?|g|mL|mEq|%)\S*)\s+(.+)$/;

function addMedications(rows: Rows, patient: DemoPatient, random: Random): void {
  for (const { text, reason } of medicationsOf(patient)) {
    const [, description = text, dosage = null] = parts.exec(text) ?? [];
    const start = lastDay(patient, random.int(40, 1_100));
    rows.add('patient_medication', {
      patient_id: patient.patientId,
      description,
      dosage,
      reason,
      status: 'active',
      kind: 'order',
      start_date: start,
      stated_date: start,
      stated_by: patient.primaryCare.signature,
      changed_at: new Date(`${start}T15:00:00Z`),
    });
  }
}

/** "Lisinopril (cough); latex (contact rash)". */
function addAllergies(rows: Rows, patient: DemoPatient): void {
  const { allergies, patientId } = patient;
  if (allergies === 'Unknown') return;
  const stated = lastDay(patient, 400);
  const common = {
    patient_id: patientId,
    clinical_status: 'active',
    stated_date: stated,
    stated_by: patient.primaryCare.signature,
    changed_at: new Date(`${stated}T15:00:00Z`),
  };
  if (allergies.startsWith('No known')) {
    rows.add('patient_allergy', { ...common, description: allergies, is_none_known: true, reactions: [] });
    return;
  }
  for (const allergy of allergies.split('; ')) {
    const [, substance = allergy, reaction] = /^(.+) \((.+)\)$/.exec(allergy) ?? [];
    const isFood = substance === 'Peanut';
    rows.add('patient_allergy', {
      ...common,
      is_none_known: false,
      description: substance.charAt(0).toUpperCase() + substance.slice(1),
      kind: reaction === 'nausea' || reaction === 'cough' ? 'intolerance' : 'allergy',
      category: isFood ? 'food' : substance === 'latex' ? 'environment' : 'medication',
      verification: 'confirmed',
      criticality: isFood || reaction === 'hives' ? 'high' : 'low',
      severity: reaction === 'hives' ? 'moderate' : 'mild',
      reactions: reaction === undefined ? [] : [{ manifestation: reaction, severity: null }],
    });
  }
}

/** Where a statement was read from. */
const sourceOf = ({ patientId }: DemoPatient, { note, patientDocumentId }: DemoDocument) => ({
  patient_id: patientId,
  patient_encounter_id: note.encounter.patientEncounterId,
  patient_document_id: patientDocumentId,
  stated_by: note.author,
});

/** A row of a laboratory report: name, value, flag, unit and range. */
const labRow = /^(\S.{33})\s*([\d.]+)\s+([HL]?)\s+(\S+(?: \S+)*)\s{2,}([\d.]+) - ([\d.]+)\s*$/;

function addPanel(rows: Rows, patient: DemoPatient, document: DemoDocument): void {
  const { note } = document;
  const common = {
    ...sourceOf(patient, document),
    category: 'laboratory',
    status: 'final',
    effective_at: note.encounter.date,
    changed_at: document.date,
  };
  const panelId = rows.add('patient_result', {
    ...common,
    description: note.name.replace(/^Lab Results - /, ''),
    is_panel: true,
  });
  const values = note.text.split('\n').flatMap((line) => labRow.exec(line) ?? []);
  for (let index = 0; index < values.length; index += 7) {
    const [, name = '', value = '', flag, unit, low, high] = values.slice(index, index + 7);
    rows.add('patient_result', {
      ...common,
      is_panel: false,
      panel_id: panelId,
      panel_order: index / 7 + 1,
      description: name.trim(),
      value_number: value,
      unit: unit ?? null,
      range_low: low ?? null,
      range_high: high ?? null,
      flag: flag === 'H' ? 'high' : flag === 'L' ? 'low' : 'normal',
    });
  }
}

const vitalSigns: readonly (readonly [RegExp, string, string])[] = [
  [/\bBP (\d+)\/\d+/, 'Systolic blood pressure', 'mmHg'],
  [/\bBP \d+\/(\d+)/, 'Diastolic blood pressure', 'mmHg'],
  [/\bpulse (\d+)/i, 'Heart rate', '/min'],
  [/\bresp (\d+)/i, 'Respiratory rate', '/min'],
  [/\btemp ([\d.]+) F/i, 'Body temperature', 'F'],
  [/\bSpO2 (\d+)%/, 'Oxygen saturation', '%'],
  [/\bweight (\d+) lb/i, 'Body weight', 'lb'],
];

/** The vital signs in the text of a note. */
function addVitals(rows: Rows, patient: DemoPatient, document: DemoDocument): void {
  const { note } = document;
  const found = vitalSigns.flatMap(([pattern, description, unit]) => {
    const value = pattern.exec(note.text)?.[1];
    return value === undefined ? [] : [{ description, unit, value }];
  });
  if (found.length < 3) return;
  const common = {
    ...sourceOf(patient, document),
    category: 'vital_signs',
    status: 'final',
    effective_at: note.encounter.date,
    changed_at: document.date,
  };
  const panelId = rows.add('patient_result', { ...common, description: 'Vital signs', is_panel: true });
  for (const [index, { description, unit, value }] of found.entries()) {
    rows.add('patient_result', {
      ...common,
      is_panel: false,
      panel_id: panelId,
      panel_order: index + 1,
      description,
      value_number: value,
      unit,
    });
  }
}

function addStudy(rows: Rows, patient: DemoPatient, document: DemoDocument): void {
  const { note } = document;
  rows.add('patient_procedure', {
    ...sourceOf(patient, document),
    description: note.name,
    status: 'completed',
    started_on: patient.clock.dayOf(note.encounter.date),
  });
}

/** "3/14/2024   Hepatitis B, first dose   lot U1234AA". */
const vaccineRow = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})\s{3}(.+?)\s+lot (\S+)$/;

function addImmunizations(rows: Rows, patient: DemoPatient, record: DemoDocument | undefined, random: Random): void {
  if (record !== undefined) {
    for (const line of record.note.text.split('\n')) {
      const [, month = '', date = '', year = '', vaccine, lot] = vaccineRow.exec(line.trim()) ?? [];
      if (vaccine === undefined) continue;
      rows.add('patient_immunization', {
        ...sourceOf(patient, record),
        description: vaccine,
        status: 'completed',
        occurred_on: `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`,
        lot_number: lot ?? null,
      });
    }
    return;
  }
  if (patient.ageInDays < 18 * 366) return;
  const given = ['Influenza, inactivated', 'Influenza, inactivated', 'Tdap'];
  if (patient.ageInDays > 65 * 366) given.push('Pneumococcal conjugate (PCV20)');
  for (const [index, description] of given.entries()) {
    rows.add('patient_immunization', {
      patient_id: patient.patientId,
      description,
      status: 'completed',
      occurred_on: lastDay(patient, random.int(20, 60) + 365 * (index + 1)),
      stated_by: patient.primaryCare.signature,
    });
  }
}

/** A goal and a plan for conditions that are followed over years. */
const plans: Readonly<Record<string, { plan: string; goal: string }>> = {
  diabetes: { plan: 'Diabetes self-management', goal: 'Hemoglobin A1c below 7.5 %' },
  hypertension: { plan: 'Blood pressure at home, twice a week', goal: 'Blood pressure below 130/80' },
  heartFailure: { plan: 'Daily weights and 2 g sodium diet', goal: 'No admission for heart failure this year' },
};

function addPlans(rows: Rows, patient: DemoPatient, random: Random): void {
  for (const condition of patient.conditions) {
    const found = plans[condition];
    if (found === undefined) continue;
    const common = {
      patient_id: patient.patientId,
      status: 'active',
      start_date: lastDay(patient, random.int(60, 500)),
      stated_by: patient.primaryCare.signature,
    };
    rows.add('patient_plan', { ...common, kind: 'care_plan', description: found.plan });
    rows.add('patient_plan', { ...common, kind: 'goal', description: found.goal, achievement: 'in progress' });
  }
}
