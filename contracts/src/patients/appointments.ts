import { z } from 'zod';
import { allOf } from '../access.ts';
import { post } from '../endpoint.ts';
import { id, optionalText } from '../fields.ts';
import { appointmentTime, processTexts, typedTimeZone } from '../referrals/processing.ts';
import { listAppointments } from '../patients.ts';

export const appointmentTexts = {
  saved: 'Appointment saved',
  taken: 'The patient already has an appointment with this provider at this time.',
} as const;

export const saveAppointment = post('/patients/appointments/save', {
  summary: 'Creates an appointment of a patient with a directory provider, at one of the provider’s addresses.',
  access: allOf('CreateAppointment'),
  authorization: 'policy',
  makesStale: [listAppointments],
  input: z.object({
    patientId: id,
    healthcareProviderId: z.number(processTexts.providerRequired).int().positive(),
    /** `addressId` of one of the provider's addresses. */
    appointmentAddressId: z.number(processTexts.addressRequired).int().positive(),
    appointmentTime,
    timeZone: typedTimeZone,
    appointmentDescription: optionalText(500, processTexts.descriptionTooLong),
  }),
  output: z.object({ patientAppointmentId: id }),
});
