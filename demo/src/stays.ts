import { encounterType } from '@careloop/contracts/codes';
import { z } from 'zod';

import type { EncounterType } from '@careloop/contracts/codes';
import type { Clock } from './clock.ts';
import type { DemoFacility } from './organization.ts';
import type { DemoPatient } from './patients.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

import { keyOf, named, readContent } from './content.ts';
import { Random } from './random.ts';

const hospitalTypes: readonly EncounterType[] = ['inpatient', 'emergency', 'observation', 'surgery'];

export function isHospital(type: EncounterType): boolean {
  return hospitalTypes.includes(type);
}

interface Stay {
  patientId: number;
  type: EncounterType;
  daysAgo: number;
  facilityName: string;
}

/** Room and acuity of a hospital stay. Uses its own random seed, so that other data does not change. */
export function stayDetails({ patientId, type, daysAgo, facilityName }: Stay) {
  const random = new Random(`stay of patient ${patientId}, ${daysAgo} days ago`);
  if (!isHospital(type)) return {};
  const number = `${facilityName.charAt(0)}${random.int(100_000, 999_999)}`;
  const level =
    type === 'emergency'
      ? { esi_level: random.int(2, 4) }
      : { room_number: `${random.int(2, 6)}${random.int(10, 29)}${random.pick(['A', 'B'])}` };
  const came = type === 'inpatient' && random.chance(0.6) ? fromEmergency(facilityName) : {};
  return { mrn: number, ...level, ...came };
}

function fromEmergency(facilityName: string) {
  return {
    transferred_from_type: 'emergency',
    transferred_from_facility_name: facilityName,
  };
}

const nursing = 'Skilled nursing facility';

/** How a stay ended, and where the patient went on to. */
export function dischargeTo(disposition: string | null) {
  const went =
    disposition === nursing
      ? { transferred_to_type: 'post_acute', transferred_to_facility_name: 'Harvest Hill Nursing and Rehabilitation' }
      : {};
  return { discharge_disposition: disposition, ...went };
}

/** Who is in a hospital of Bay Colony now. */
const currentStay = z.strictObject({
  lastName: z.string(),
  type: keyOf(encounterType.table),
  hoursAgo: z.number(),
  reason: z.string(),
  detail: z.string(),
  room: z.string().nullable().default(null),
  esiLevel: z.number().nullable().default(null),
  isTransfer: z.boolean().default(false),
});

interface CurrentStayDeps {
  patients: readonly DemoPatient[];
  facilities: readonly DemoFacility[];
  providers: readonly DemoProvider[];
  clock: Clock;
}

/** The stays that have not ended. */
export function addCurrentStays(rows: Rows, { patients, facilities, providers, clock }: CurrentStayDeps): void {
  const hospital = facilities.find(({ client, isHospital: is }) => client === 'bayColony' && is);
  const attending = providers.find(
    ({ client, specialty }) => client === 'bayColony' && specialty === 'Internal Medicine',
  );
  if (hospital === undefined || attending === undefined) throw new Error('Bay Colony has a hospital and an internist');
  for (const stay of readContent('currentStays', z.array(currentStay))) {
    const patient = named(patients, stay.lastName);
    const random = new Random(`current stay of patient ${patient.patientId}`);
    const patientEncounterId = rows.add('patient_encounter', {
      patient_id: patient.patientId,
      facility_id: hospital.facilityId,
      facility_name: hospital.name,
      account_number: `A${random.int(10_000_000, 99_999_999)}`,
      mrn: `${hospital.name.charAt(0)}${random.int(100_000, 999_999)}`,
      encounter_type: stay.type,
      encounter_date: clock.ago(0, stay.hoursAgo),
      admit_reason: stay.reason,
      encounter_detail: stay.detail,
      room_number: stay.room,
      esi_level: stay.esiLevel,
      ...(stay.isTransfer && fromEmergency(hospital.name)),
    });
    for (const [provider, role] of [
      [attending, stay.type === 'emergency' ? 'emergency' : 'attending'],
      [patient.primaryCare, 'primary_care'],
    ] as const) {
      rows.put('patient_encounter_provider', {
        patient_encounter_id: patientEncounterId,
        healthcare_provider_id: provider.healthcareProviderId,
        role,
      });
    }
  }
}
