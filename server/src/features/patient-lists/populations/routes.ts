import {
  deletePopulation,
  listPopulations,
  populationPermissions,
  savePopulation,
  setPopulationPatient,
} from '@careloop/contracts/patients/populations';

import { requirePatient } from '../../../access/patientAccess.ts';
import type { App } from '../../../http/app.ts';
import { route } from '../../../http/route.ts';
import * as populations from './populations.ts';

export function populationRoutes(app: App): void {
  route(app, listPopulations, async ({ input: { patientId }, actor, db, seen }) => {
    if (patientId !== undefined) {
      seen({ patientId });
      await requirePatient(db, actor, patientId);
    }
    const canManage = populationPermissions.some((permission) => actor.permissions.has(permission));
    return { items: await populations.findPopulations(db, actor, patientId), canManage };
  });

  route(app, savePopulation, ({ input, actor, db }) => populations.savePopulation(db, actor, input));

  route(app, deletePopulation, async ({ input, actor, db }) => {
    await populations.deletePopulation(db, actor, input.populationId, input.version);
    return {};
  });

  route(app, setPopulationPatient, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    await populations.setPicked(db, actor, input);
    return {};
  });
}
