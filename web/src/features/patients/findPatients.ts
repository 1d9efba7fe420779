import { patientName } from '@careloop/contracts/patients/identity';
import { listPatients } from '@careloop/contracts/patients';
import { IconHeartOff, IconUser } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import type { PaletteMatch } from '../../shell/features.ts';
import { patientFacts } from './shared/patientFacts.ts';

/** Number of patients shown in the palette; another entry opens the whole list. */
const shownPatients = 6;

export async function findPatients(searchTerm: string, signal: AbortSignal): Promise<readonly PaletteMatch[]> {
  const { items } = await call(listPatients, { searchTerm }, { signal });
  return items.slice(0, shownPatients).map((patient) => ({
    key: `patient ${patient.patientId}`,
    label: patientName(patient),
    detail: patientFacts(patient),
    icon: patient.isDeceased ? IconHeartOff : IconUser,
    link: { to: '/Patient/$patientId', params: { patientId: String(patient.patientId) } },
  }));
}
