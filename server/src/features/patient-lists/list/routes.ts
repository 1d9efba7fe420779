import { listPatients, patientPageSize } from '@careloop/contracts/patients';
import {
  countPatients,
  favoriteTexts,
  getPatientListOptions,
  listRecentPatients,
  setFavorite,
} from '@careloop/contracts/patients/lists';

import type { App } from '../../../core/app.ts';
import { refused } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { findRecord } from '../../patients/shared/queries/records.ts';
import { countMyPatients, findMyPatients } from './myPatients.ts';
import { findListOptions, findRecentPatients } from './queries.ts';
import * as favorites from './setFavorite.ts';

export function patientListRoutes(app: App): void {
  route(app, listPatients, ({ input, actor, db }) => findMyPatients(db, actor, input, patientPageSize));

  route(app, countPatients, ({ input, actor, db }) => countMyPatients(db, actor, input));

  route(app, getPatientListOptions, ({ actor, db }) => findListOptions(db, actor));

  route(app, setFavorite, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, isFavorite } = input;
    setAuditSubject({ patientId });
    const { isEmergencyOnly } = await findRecord(db, actor, patientId);
    if (isFavorite && isEmergencyOnly) throw refused(favoriteTexts.emergencyOnly, 'wrong_state');
    await favorites.setFavorite(db, actor, patientId, isFavorite);
    return { isFavorite };
  });

  route(app, listRecentPatients, async ({ actor, db }) => ({ items: await findRecentPatients(db, actor) }));
}
