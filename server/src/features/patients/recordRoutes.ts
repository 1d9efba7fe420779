import { listPatientChanges } from '@careloop/contracts/patients/history';

import { requirePatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import { findChanges } from './recordQueries.ts';

/** Changes on one page of the history. */
const historyPageSize = 50;

export function recordRoutes(app: App): void {
  route(app, listPatientChanges, async ({ input: { patientId, cursor }, actor, db, seen }) => {
    seen({ patientId });
    await requirePatient(db, actor, patientId);
    return findChanges(db, patientId, cursor, historyPageSize);
  });
}
