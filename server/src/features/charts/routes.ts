import { archiveDocument, restoreDocument } from '@careloop/contracts/charts/archive';
import {
  listPrimaryDocumentTypes,
  uploadDocuments,
  uploadLimits,
  uploadTexts,
} from '@careloop/contracts/charts/upload';
import { listCharts } from '@careloop/contracts/charts';

import type { Actor } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { findOpenPatient, requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { unauthorizedPatient } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import type { ReceivedFile } from '../../platform/http/receiveForm.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { uploadRoute } from '../../platform/http/uploadRoute.ts';
import { archiveDocument as archive, restoreDocument as restore } from './archiveDocument.ts';
import { askerOf } from './drawPage.ts';
import { inspectFile } from './inspectFile.ts';
import { chartPolicy } from './policy.ts';
import { findCharts } from './queries/charts.ts';
import { findPatientOfDocument, findPrimaryDocumentTypes } from './shared/queries.ts';
import { addDocuments } from './uploadDocuments.ts';
import { requireRoomFor } from './uploadQuota.ts';

export function chartRoutes(app: App): void {
  route(app, listCharts, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return findCharts(db, input.patientId, input);
  });

  route(app, listPrimaryDocumentTypes, async ({ db }) => ({ documentTypes: await findPrimaryDocumentTypes(db) }));

  const { uploadMegabytesPerDay: megabytesPerDay } = app.deps.config;
  const rules = {
    limits: uploadLimits,
    texts: uploadTexts,
    inspect: (file: ReceivedFile, actor: Actor) => inspectFile(app.deps, file, { asker: askerOf(actor) }),
    requireRoomFor: ({ userId }: Actor, bytes: number) => requireRoomFor(app.deps.db, userId, bytes, megabytesPerDay),
  };
  uploadRoute(app, uploadDocuments, rules, async ({ input, actor, db, files, setAuditSubject }) => {
    const patientId = input.PatientId;
    setAuditSubject({ patientId });
    const chart = await findOpenPatient(db, actor, patientId);
    const mayAdd = authorize(actor, chartPolicy, 'addDocuments', chart);
    return addDocuments(db, actor, mayAdd, input, files, { megabytesPerDay });
  });

  route(app, archiveDocument, async (call) => {
    const chart = authorize(call.actor, chartPolicy, 'archiveDocuments', await chartOfDocument(call));
    await archive(call.db, call.actor, chart, call.input);
    return {};
  });

  route(app, restoreDocument, async (call) => {
    const chart = authorize(call.actor, chartPolicy, 'archiveDocuments', await chartOfDocument(call));
    await restore(call.db, call.actor, chart, call.input);
    return {};
  });
}

interface DocumentCall {
  actor: Actor;
  db: Db;
  input: { patientDocumentId: number };
  setAuditSubject: SetAuditSubject;
}

/** The chart a document is on. @throws AppError if the actor may not see its patient */
async function chartOfDocument({ actor, db, input: { patientDocumentId }, setAuditSubject }: DocumentCall) {
  setAuditSubject({ subjectType: 'patient_document', subjectId: patientDocumentId });
  const patientId = await findPatientOfDocument(db, patientDocumentId);
  if (patientId === undefined) throw unauthorizedPatient();
  setAuditSubject({ patientId });
  return findOpenPatient(db, actor, patientId);
}
