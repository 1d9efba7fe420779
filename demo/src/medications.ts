import type { DemoPatient } from './patients.ts';

import { conditionOf } from './conditions/conditions.ts';
import { Random } from './random.ts';

/** Mutually exclusive drugs: only the first prescribed one of each row is taken. */
const alternatives: readonly (readonly string[])[] = [
  ['Sacubitril', 'Losartan', 'Lisinopril'],
  ['Empagliflozin', 'Dapagliflozin'],
  ['Carvedilol', 'Metoprolol succinate ER 50', 'Metoprolol', 'Propranolol'],
  ['Rosuvastatin', 'Atorvastatin 80', 'Atorvastatin'],
  ['Apixaban', 'Aspirin'],
  ['Apixaban', 'Clopidogrel'],
  ['Furosemide', 'Chlorthalidone'],
  ['Sertraline', 'Escitalopram'],
  ['Semaglutide', 'Insulin'],
  ['Naproxen', 'Ibuprofen'],
  ['Ferrous'],
  ['Prenatal'],
  ['Cetirizine'],
];

/** Drugs that are contraindicated for a condition. */
const contraindicated: readonly { condition: string; drugs: readonly string[] }[] = [
  { condition: 'heartFailure', drugs: ['Naproxen', 'Ibuprofen', 'Cilostazol', 'Amlodipine'] },
  { condition: 'kidney', drugs: ['Naproxen', 'Ibuprofen'] },
  { condition: 'coronary', drugs: ['Naproxen', 'Ibuprofen', 'Sumatriptan'] },
  { condition: 'fibrillation', drugs: ['Naproxen', 'Ibuprofen'] },
  { condition: 'hypertension', drugs: ['Ibuprofen'] },
];

/** Conditions with stepwise treatment: always the first drug, possibly further ones. */
const stepwise: readonly string[] = ['hypertension', 'coronary', 'diabetes', 'copd', 'asthma'];

export interface Medication {
  text: string;
  reason: string;
}

/** The medications of a patient and their reasons, without duplicates or contraindications. */
export function medicationsOf(patient: DemoPatient): Medication[] {
  const random = new Random(`medications of patient ${patient.patientId}`);
  const prescribed = patient.conditions.flatMap((key) => {
    const { medications, name } = conditionOf(key);
    const taken = medications.filter((_, index) => index === 0 || !stepwise.includes(key) || random.chance(0.55));
    return taken.map((text) => ({ text, reason: name }));
  });
  const forbidden = contraindicated
    .filter(({ condition }) => patient.conditions.some((key) => key === condition))
    .flatMap(({ drugs }) => drugs);
  const allowed = prescribed.filter(({ text }) => !forbidden.some((drug) => text.startsWith(drug)));
  return alternatives.reduce(keepFirst, allowed);
}

function keepFirst(medications: Medication[], drugs: readonly string[]): Medication[] {
  const rank = ({ text }: Medication) => drugs.findIndex((drug) => text.startsWith(drug));
  const ranked = medications.filter((medication) => rank(medication) >= 0);
  const best = ranked.toSorted((one, two) => rank(one) - rank(two))[0];
  return medications.filter((medication) => rank(medication) < 0 || medication === best);
}
