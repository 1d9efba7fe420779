import { z } from 'zod';

import type { DemoPatient } from './patients.ts';

import { conditionKey, conditionOf } from './conditions.ts';
import { readContent } from './content.ts';
import { Random } from './random.ts';

const drugs = z.array(z.string());
const content = readContent(
  'medications',
  z.strictObject({
    /** Mutually exclusive drugs: only the first prescribed one of each row is taken. */
    alternatives: z.array(drugs),
    /** Drugs that are contraindicated for a condition. */
    contraindicated: z.array(z.strictObject({ condition: conditionKey, drugs })),
    /** Conditions with stepwise treatment: always the first drug, possibly further ones. */
    stepwise: z.array(conditionKey),
  }),
);

export interface Medication {
  text: string;
  reason: string;
}

/** The medications of a patient and their reasons, without duplicates or contraindications. */
export function medicationsOf(patient: DemoPatient): Medication[] {
  const random = new Random(`medications of patient ${patient.patientId}`);
  const prescribed = patient.conditions.flatMap((key) => {
    const { medications, name } = conditionOf(key);
    const taken = medications.filter(
      (_, index) => index === 0 || !content.stepwise.includes(key) || random.chance(0.55),
    );
    return taken.map((text) => ({ text, reason: name }));
  });
  const forbidden = content.contraindicated
    .filter(({ condition }) => patient.conditions.includes(condition))
    .flatMap((row) => row.drugs);
  const allowed = prescribed.filter(({ text }) => !forbidden.some((drug) => text.startsWith(drug)));
  return content.alternatives.reduce(keepFirst, allowed);
}

function keepFirst(medications: Medication[], row: readonly string[]): Medication[] {
  const rank = ({ text }: Medication) => row.findIndex((drug) => text.startsWith(drug));
  const ranked = medications.filter((medication) => rank(medication) >= 0);
  const best = ranked.toSorted((one, two) => rank(one) - rank(two))[0];
  return medications.filter((medication) => rank(medication) < 0 || medication === best);
}
