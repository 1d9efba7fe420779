import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { clientIds } from './organization.ts';

/** Patients whom the care coordinator calls every week. */
const watched = ['Fitzgerald', 'Kaczmarek', 'Johansson'];

/** Populations of Bay Colony, two by rules and one selected by hand; and the coordinator's favorites and saved view. */
export function addPopulations(rows: Rows, patients: readonly DemoPatient[], users: DemoUsers): void {
  const { userId } = users.coordinator;
  const common = { client_id: clientIds.bayColony, created_by_user_id: userId };
  rows.add('population', {
    ...common,
    name: 'Diabetes registry',
    description: 'Type 2 diabetes, for the quarterly A1c review',
    kind: 'rule',
    condition_code: 'E11',
  });
  rows.add('population', {
    ...common,
    name: 'Annual wellness visit',
    description: 'Medicare age',
    kind: 'rule',
    min_age: 65,
  });
  const calls = rows.add('population', {
    ...common,
    name: 'Weekly calls',
    description: 'High risk of readmission',
    kind: 'list',
  });
  for (const { patientId } of patients.filter(({ lastName }) => watched.includes(lastName))) {
    rows.add('population_patient', { population_id: calls, patient_id: patientId, added_by_user_id: userId });
    rows.add('patient_favorite', { user_id: userId, patient_id: patientId });
  }
  rows.add('saved_view', {
    user_id: userId,
    screen: 'patients',
    name: 'Discharged, to call',
    filters: { dischargedWithinDays: 30, sortBy: 'lastEncounter', isDescending: true },
  });
}
