import {
  deletePopulation,
  listPopulations,
  populationPermissions,
  populationTexts,
  savePopulation,
  setPopulationPatient,
} from '@careloop/contracts/patients/populations';

import { refused } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { findRecord } from '../../patients/shared/queries/records.ts';
import { findPopulations } from './queries.ts';
import * as populations from './savePopulation.ts';

export function populationRoutes(app: App): void {
  route(app, listPopulations, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    let isEmergencyOnly = false;
    if (patientId !== undefined) {
      setAuditSubject({ patientId });
      ({ isEmergencyOnly } = await findRecord(db, actor, patientId));
    }
    const mayManage = populationPermissions.some((permission) => actor.permissions.has(permission));
    const canManage = mayManage && !isEmergencyOnly;
    return { items: await findPopulations(db, actor, patientId), canManage };
  });

  route(app, savePopulation, ({ input, actor, db }) => populations.savePopulation(db, actor, input));

  route(app, deletePopulation, async ({ input, actor, db }) => {
    await populations.deletePopulation(db, actor, input.populationId, input.version);
    return {};
  });

  route(app, setPopulationPatient, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const { isEmergencyOnly } = await findRecord(db, actor, input.patientId);
    if (isEmergencyOnly) throw refused(populationTexts.emergencyOnly, 'wrong_state');
    await populations.setPicked(db, actor, input);
    return {};
  });
}
