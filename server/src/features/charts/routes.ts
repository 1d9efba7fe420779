import {
  listPrimaryDocumentTypes,
  uploadDocuments,
  uploadLimits,
  uploadTexts,
} from '@careloop/contracts/charts/upload';
import { listCharts } from '@careloop/contracts/charts';

import { authorize } from '../../access/authorize.ts';
import { requirePatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import type { ReceivedFile } from '../../http/receiveForm.ts';
import { route } from '../../http/route.ts';
import { uploadRoute } from '../../http/uploadRoute.ts';
import { inspectFile } from './inspectFile.ts';
import { chartPolicy } from './policy.ts';
import { findCharts } from './chartsQuery.ts';
import { findPrimaryDocumentTypes } from './queries.ts';
import { addDocuments } from './uploadDocuments.ts';

export function chartRoutes(app: App): void {
  route(app, listCharts, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return findCharts(db, input.patientId, input);
  });

  route(app, listPrimaryDocumentTypes, async ({ db }) => ({ documentTypes: await findPrimaryDocumentTypes(db) }));

  const rules = {
    limits: uploadLimits,
    texts: uploadTexts,
    inspect: (file: ReceivedFile) => inspectFile(app.deps, file),
  };
  uploadRoute(app, uploadDocuments, rules, async ({ input, actor, db, files, setAuditSubject }) => {
    const chart = { patientId: input.PatientId };
    setAuditSubject(chart);
    await requirePatient(db, actor, chart.patientId);
    return addDocuments(db, actor, authorize(actor, chartPolicy, 'addDocuments', chart), input, files);
  });
}
