import { keepAccepted, patientOf, rowOf } from './context.ts';
import { planRows, removeRows, sourceOf, writeRows } from './ofPatient.ts';

import type { AppointmentDraft } from '../fhir/appointment.ts';
import type { WriteContext } from './context.ts';

export async function writeAppointments(context: WriteContext, drafts: readonly AppointmentDraft[]): Promise<void> {
  const { db, report } = context;
  const rows = keepAccepted(context, drafts, (draft) => ({
    draft,
    patientId: patientOf(context, draft.patient),
    ...sourceOf(draft),
    columns: {
      ...draft.columns,
      healthcare_provider_id: rowOf(context, draft, draft.provider),
      facility_id: rowOf(context, draft, draft.location),
    },
  }));
  const isVoid = rows.filter(({ draft }) => draft.isVoid);
  const planned = await planRows(
    db,
    'patient_appointment',
    rows.filter(({ draft }) => !draft.isVoid),
  );
  await writeRows(db, 'patient_appointment', planned, context.missing);
  for (const { outcome } of planned) report.count('appointments', outcome);
  report.keepNot('Appointment: entered in error', isVoid.length);
  report.count('appointments', 'removed', await removeRows(db, 'patient_appointment', isVoid));
}
