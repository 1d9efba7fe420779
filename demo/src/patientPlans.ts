import { z } from 'zod';

import { conditionKey } from './conditions.ts';
import { readContent } from './content.ts';
import { clientKey, clientKeys } from './organization.ts';
import { zip } from './places.ts';

const patientPlan = z.strictObject({
  firstName: z.string(),
  middleName: z.string().nullable().default(null),
  lastName: z.string(),
  gender: z.enum(['male', 'female', 'unknown']),
  /** Years; a newborn's in days as "9d"; null when the date of birth is not known. */
  age: z.union([z.number(), z.string().regex(/^\d+d$/)]).nullable(),
  zip,
  /** Empty if they have no home. */
  street: z.string(),
  conditions: z.array(conditionKey),
  language: z.string().default('English'),
  caregiver: z.string().nullable().default(null),
  withoutPhone: z.boolean().default(false),
  /** Days ago. */
  deceased: z.number().nullable().default(null),
  /** Empty if they have no insurance. */
  payer: z.literal('').optional(),
  ssn: z.string().nullable().default(null),
});
export type PatientPlan = z.infer<typeof patientPlan>;

/** The sixty patients, in the order of their ids. */
const patients = readContent('patients', z.record(clientKey, z.array(patientPlan)));
export const patientPlans = clientKeys.flatMap((client) => patients[client].map((plan) => ({ client, ...plan })));
