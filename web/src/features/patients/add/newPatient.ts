import { todayHere } from '@careloop/contracts/fields/dates';
import { patientForm } from '@careloop/contracts/patients/add';
import type { z } from 'zod';

/** Form schema of a patient added by hand. */
export const newPatientForm = patientForm(todayHere);
export type NewPatientValues = z.input<typeof newPatientForm>;
export type NewPatient = z.output<typeof newPatientForm>;
