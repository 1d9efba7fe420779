import { currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { appointmentTexts } from '@careloop/contracts/patients/appointments';
import type { saveAppointment as endpoint } from '@careloop/contracts/patients/appointments';
import { processTexts } from '@careloop/contracts/referrals/processing';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { publishPatientChanged } from '../../core/access/careTeam.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { PatientRecordRow } from './shared/recordPolicy.ts';

type Input = InputOf<typeof endpoint>;

const columnsOf = writes<Input, 'patient_appointment', 'appointmentAddressId'>()({
  patientId: 'patient_id',
  healthcareProviderId: 'healthcare_provider_id',
  appointmentTime: (time) => ({ appointment_time: new Date(time) }),
  timeZone: 'time_zone',
  appointmentDescription: 'description',
});

/** Creates an appointment without a referral. Locks the patient's row, so that a concurrent call does not create it twice. */
export async function saveAppointment(
  db: Db,
  actor: Actor,
  { patientId }: Authorized<PatientRecordRow, 'edit'>,
  input: Input,
): Promise<{ patientAppointmentId: number }> {
  const { healthcareProviderId } = input;
  const time = new Date(input.appointmentTime);
  const address = await db
    .selectFrom('healthcare_provider_address_info')
    .select('healthcare_provider_address_info_id')
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .where('address_id', '=', input.appointmentAddressId)
    .where('is_archived', '=', false)
    .where('is_mailing', '=', false)
    .orderBy('healthcare_provider_address_info_id')
    .executeTakeFirst();
  if (address === undefined) throw invalidInput({ appointmentAddressId: processTexts.addressRequired });
  const taken = await db
    .selectFrom('patient_appointment')
    .select('patient_appointment_id')
    .where('patient_id', '=', patientId)
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .where('appointment_time', '=', time)
    .where('status', 'in', currentAppointmentStatuses)
    .executeTakeFirst();
  if (taken !== undefined) throw invalidInput({ appointmentTime: appointmentTexts.taken });
  const made = await db
    .insertInto('patient_appointment')
    .values({
      ...columnsOf(input),
      ...address,
      created_by_user_id: actor.userId,
    })
    .returning('patient_appointment_id as patientAppointmentId')
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'patient.appointment_created',
    patientId,
    subjectType: 'appointment',
    subjectId: made.patientAppointmentId,
    details: { healthcareProviderId },
  });
  await publishPatientChanged(db, patientId);
  return made;
}
