import type { Permission } from '@careloop/contracts/access';
import { listAppointments } from '@careloop/contracts/patients';
import { appointmentTexts, saveAppointment } from '@careloop/contracts/patients/appointments';
import { processTexts } from '@careloop/contracts/referrals/processing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildCoordinator, buildDirectoryProvider, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let coordinator: Caller;
let patientId: number;
let provider: Awaited<ReturnType<typeof buildDirectoryProvider>>;

const permissions: Permission[] = ['ViewAllPatients', 'CreateAppointment'];
const appointmentTime = '2087-01-15T14:30:00Z';
const visit = () => ({
  patientId,
  healthcareProviderId: provider.healthcareProviderId,
  appointmentAddressId: provider.addressId,
  appointmentTime,
  appointmentDescription: 'First visit',
});

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { permissions });
  clientId = user.clientId;
  coordinator = await app.as(user);
  ({ patientId } = await buildPatient(app.db, { clientId }));
  provider = await buildDirectoryProvider(app.db, { lastName: 'Abel' });
});
afterAll(() => app.stop());

describe('patients/appointments/save', () => {
  test('needs a session, the permission and access to the patient', async () => {
    expect((await app.nobody.fail(saveAppointment, visit())).status).toBe(401);
    const without = await app.as(await buildCoordinator(app.db, { clientId, permissions: ['ViewAllPatients'] }));
    expect((await without.fail(saveAppointment, visit())).status).toBe(403);
    const stranger = await app.as(await buildCoordinator(app.db, { permissions }));
    const failure = await stranger.fail(saveAppointment, visit());
    expect(failure.validationErrors).toMatchObject({ unauthorized: '1' });
  });

  test('creates the appointment once, and audits it', async () => {
    const { patientAppointmentId } = await coordinator.ok(saveAppointment, visit());
    const { items } = await coordinator.ok(listAppointments, { patientId });
    expect(items).toMatchObject([
      {
        patientAppointmentId,
        description: 'First visit',
        status: 'pending',
        providerName: 'Abel, Anita',
        addressLabel: 'Main office',
      },
    ]);
    const again = await coordinator.fail(saveAppointment, visit());
    expect(again.validationErrors).toEqual({ appointmentTime: appointmentTexts.taken });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['patient_id', 'subject_id'])
      .where('action', '=', 'patient.appointment_created')
      .execute();
    expect(audited).toEqual([{ patient_id: patientId, subject_id: patientAppointmentId }]);
  });

  test('rejects a mailing address', async () => {
    const other = await buildDirectoryProvider(app.db);
    await app.db
      .updateTable('healthcare_provider_address_info')
      .set({ is_mailing: true })
      .where('healthcare_provider_address_info_id', '=', other.addressInfoId)
      .execute();
    const { healthcareProviderId, addressId: appointmentAddressId } = other;
    const refused = await coordinator.fail(saveAppointment, {
      ...visit(),
      healthcareProviderId,
      appointmentAddressId,
    });
    expect(refused.validationErrors).toEqual({ appointmentAddressId: processTexts.addressRequired });
  });

  test('rejects a past time and another provider’s address', async () => {
    const past = await coordinator.fail(saveAppointment, { ...visit(), appointmentTime: '2020-01-15T14:30:00Z' });
    expect(past.validationErrors).toEqual({ appointmentTime: processTexts.appointmentPast });
    const other = await buildDirectoryProvider(app.db);
    const foreign = await coordinator.fail(saveAppointment, { ...visit(), appointmentAddressId: other.addressId });
    expect(foreign.validationErrors).toEqual({ appointmentAddressId: processTexts.addressRequired });
  });
});
