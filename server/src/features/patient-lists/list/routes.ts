import { listPatients, patientPageSize } from '@careloop/contracts/patients';
import {
  countPatients,
  getPatientListOptions,
  listRecentPatients,
  setFavorite,
} from '@careloop/contracts/patients/lists';

import { requirePatient } from '../../../core/access/patientAccess.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import * as lists from './setFavorite.ts';
import { countMyPatients, findMyPatients } from './myPatients.ts';

export function patientListRoutes(app: App): void {
  route(app, listPatients, ({ input, actor, db }) => findMyPatients(db, actor, input, patientPageSize));

  route(app, countPatients, ({ input, actor, db }) => countMyPatients(db, actor, input));

  route(app, getPatientListOptions, ({ actor, db }) => lists.findListOptions(db, actor));

  route(app, setFavorite, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, isFavorite } = input;
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    await lists.setFavorite(db, actor, patientId, isFavorite);
    return { isFavorite };
  });

  route(app, listRecentPatients, async ({ actor, db }) => ({ items: await lists.findRecentPatients(db, actor) }));
}
