import type { EncounterType } from '@careloop/contracts/codes';

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

/** Where in the hospital a patient was, and how urgent; drawn apart, so that everything else stays as it is. */
export function stayDetails({ patientId, type, daysAgo, facilityName }: Stay) {
  const random = new Random(`stay of patient ${patientId}, ${daysAgo} days ago`);
  if (!isHospital(type)) return {};
  const number = `${facilityName.charAt(0)}${random.int(100_000, 999_999)}`;
  const level =
    type === 'emergency'
      ? { esi_level: random.int(2, 4) }
      : { room_number: `${random.int(2, 6)}${random.int(10, 29)}${random.pick(['A', 'B'])}` };
  const came =
    type === 'inpatient' && random.chance(0.6)
      ? { transferred_from_type: 'emergency', transferred_from_facility_name: `${facilityName}, Emergency Department` }
      : {};
  return { mrn: number, ...level, ...came };
}
