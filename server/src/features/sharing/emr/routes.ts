import { getEmrStatus, pullPatient, pushDocuments } from '@careloop/contracts/sharing/emr';

import { allowances, authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { sendToEmr } from '../sendCharts.ts';
import { emrPolicy } from './emrPolicy.ts';
import { findEmrPatient, findLatestExport, findLatestPull } from './queries.ts';
import { requestPull } from './requestPull.ts';

/** Routes for exchanging data with a client's EMR (docs/domain/sharing.md). */
export function emrRoutes(app: App): void {
  const { config } = app.deps;

  route(app, getEmrStatus, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    const patient = await findEmrPatient(db, actor, patientId, config);
    return {
      isConnected: patient.isConnected,
      latestPull: await findLatestPull(db, patientId),
      latestExport: await findLatestExport(db, patientId),
      can: allowances(actor, emrPolicy, patient),
    };
  });

  route(app, pullPatient, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findEmrPatient(db, actor, input.patientId, config);
    return await requestPull(db, actor, authorize(actor, emrPolicy, 'pullRecord', patient));
  });

  route(app, pushDocuments, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findEmrPatient(db, actor, input.patientId, config);
    return await sendToEmr(db, actor, authorize(actor, emrPolicy, 'pushDocuments', patient), input.charts, config);
  });
}
