import type { DemoPatient } from './patients.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

/**
 * The care team named in an outside hospital's record: a colleague who can be invited, and a provider without a user.
 */
export function addRecordCareTeam(rows: Rows, patient: DemoPatient, providers: readonly DemoProvider[]): void {
  const others = providers.filter(
    ({ client, healthcareProviderId }) =>
      client === patient.client && healthcareProviderId !== patient.primaryCare.healthcareProviderId,
  );
  const named = [
    { provider: others.find(({ userId }) => userId !== null), role: 'Attending physician' },
    { provider: others.find(({ userId }) => userId === null), role: 'Consulting physician' },
  ];
  const teamId = rows.add('record_care_team', {
    patient_id: patient.patientId,
    name: 'Discharge care team',
    ends_at: null,
    source_system: 'outside-hospital',
    source_id: `care-team-${patient.patientId}`,
    source_digest: null,
    source_updated_at: null,
  });
  for (const { provider, role } of named) {
    if (provider === undefined) continue;
    rows.put('record_care_team_provider', {
      record_care_team_id: teamId,
      healthcare_provider_id: provider.healthcareProviderId,
      role,
    });
  }
}
