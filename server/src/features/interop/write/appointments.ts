import { writes } from '../../../platform/db/writes.ts';
import { keepAccepted, patientOf, rowOf } from './context.ts';
import { planRows, removeRows, sourceOf, writeRows } from './ofPatient.ts';

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
