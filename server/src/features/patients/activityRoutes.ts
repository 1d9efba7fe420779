import { getActivityFilters, listActivities, saveActivityFilters } from '@careloop/contracts/patients/activities';

import { requirePatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { countActivities, findActivities, findChosenTypes } from './queries/activity.ts';
import { saveChosenTypes } from './saveChosenTypes.ts';

/** Activities per page. */
const pageSize = 50;

export function activityRoutes(app: App): void {
  route(app, listActivities, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return findActivities(db, input.patientId, input, pageSize);
  });

  route(app, getActivityFilters, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId } = input;
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    const [counted, chosen] = await Promise.all([
      countActivities(db, patientId, input),
      findChosenTypes(db, actor.userId),
    ]);
    return { ...counted, chosen };
  });

  route(app, saveActivityFilters, async ({ input, actor, db }) => {
    await saveChosenTypes(db, actor.userId, input.activityTypes);
    return {};
  });
}
