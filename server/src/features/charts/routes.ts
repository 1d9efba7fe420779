import { TextDecoder } from 'node:util';

import { listDocumentTypes, uploadDocuments, uploadLimits, uploadTexts } from '@careloop/contracts/charts/upload';
import { chartTexts, downloadDocument, getDocument, getDocumentText, listCharts } from '@careloop/contracts/charts';

import type { Actor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import { requirePatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import type { Db } from '../../db/client.ts';
import { refused, unauthorizedPatient } from '../../errors.ts';
import { fileRoute } from '../../http/fileRoute.ts';
import { route } from '../../http/route.ts';
import type { Seen } from '../../http/route.ts';
import { uploadRoute } from '../../http/uploadRoute.ts';
import { downloadName } from './fileName.ts';
import { inspectFile } from './inspectFile.ts';
import { chartPolicy } from './policy.ts';
import { findCharts } from './chartsQuery.ts';
import { findDocument, findDocumentTypes } from './queries.ts';
import { addDocuments } from './uploadDocuments.ts';

/** Of a text that is longer nobody reads the end on a screen. */
const mostTextBytes = 2 * 1024 * 1024;

export function chartRoutes(app: App): void {
  route(app, listCharts, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return findCharts(db, input.patientId, input);
  });

  route(app, getDocument, ({ input, actor, db, seen }) => openDocument(db, actor, input, seen));

  route(app, getDocumentText, async ({ input, actor, db, seen }) => {
    const document = await openDocument(db, actor, input, seen);
    if (!/^(?:text\/(?:plain|xml)|application\/xml)\b/.test(document.contentType)) throw refused(chartTexts.noText);
    if (document.byteCount > mostTextBytes) throw refused(chartTexts.tooLong);
    const bytes = await app.deps.storage.get(document.storageKey);
    return { text: decoderOf(document.contentType).decode(bytes) };
  });

  fileRoute(app, downloadDocument, async ({ input, actor, db, seen }) => {
    const { storageKey, byteCount, ...document } = await openDocument(db, actor, input, seen);
    return { fileName: downloadName(document), byteCount, content: await app.deps.storage.stream(storageKey) };
  });

  route(app, listDocumentTypes, async ({ db }) => ({ documentTypes: await findDocumentTypes(db) }));

  const rules = { limits: uploadLimits, texts: uploadTexts, inspect: inspectFile };
  uploadRoute(app, uploadDocuments, rules, async ({ input, actor, db, files, seen }) => {
    const chart = { patientId: input.PatientId };
    seen(chart);
    await requirePatient(db, actor, chart.patientId);
    return addDocuments(db, actor, authorize(actor, chartPolicy, 'addDocuments', chart), input, files);
  });
}

async function openDocument(
  db: Db,
  actor: Actor,
  input: { patientDocumentId: number; referralId?: number | undefined },
  seen: (what: Seen) => void,
) {
  seen({ subjectType: 'patient_document', subjectId: input.patientDocumentId });
  const document = await findDocument(db, actor, input);
  if (document === undefined) throw unauthorizedPatient();
  seen({ patientId: document.patientId, ...(input.referralId && { details: { referralId: input.referralId } }) });
  return document;
}

/** Of the charset that a content type names; what was imported may name one that nobody knows. */
function decoderOf(contentType: string): TextDecoder {
  const charset = /;\s*charset="?([\w.-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
