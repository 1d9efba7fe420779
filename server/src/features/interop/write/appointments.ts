import { writes } from '../../../platform/db/writes.ts';
import { keepAccepted, patientOf, rowOf } from './context.ts';
import { planRows, sourceOf, withdrawRows, writeRows } from './ofPatient.ts';

import type { AppointmentDraft } from '../fhir/appointment.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Resolved, WriteContext } from './context.ts';

const columnsOf = writes<
  Resolved<AppointmentDraft, 'provider' | 'location'>,
  'patient_appointment',
  keyof Draft | 'patient' | 'isVoid'
>()({
  columns: (columns) => columns,
  provider: 'healthcare_provider_id',
  location: 'facility_id',
});

export async function writeAppointments(context: WriteContext, drafts: readonly AppointmentDraft[]): Promise<void> {
  const { db, report } = context;
  const rows = keepAccepted(context, drafts, (draft) => ({
    draft,
    patientId: patientOf(context, draft.patient),
    ...sourceOf(draft),
    columns: columnsOf({
      ...draft,
      provider: rowOf(context, draft, draft.provider),
      location: rowOf(context, draft, draft.location),
    }),
  }));
  const standing = await withdrawRows(context, { table: 'patient_appointment', kind: 'appointments' }, rows);
  const planned = await planRows(context, 'patient_appointment', standing);
  await writeRows(db, 'patient_appointment', planned, context.missing);
  for (const { outcome } of planned) report.count('appointments', outcome);
}
