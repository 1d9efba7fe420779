import { chartTexts, getDocument, getDocumentText, listCharts } from '@careloop/contracts/charts';

import type { Actor } from '../../access/actor.ts';
import { requirePatient } from '../../access/patientAccess.ts';
import type { App } from '../../app.ts';
import type { Db } from '../../db/client.ts';
import { refused, unauthorizedPatient } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Seen } from '../../http/route.ts';
import { findDocument, findDocuments } from './queries.ts';

export function chartRoutes(app: App): void {
  route(app, listCharts, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return { documents: await findDocuments(db, input.patientId, input.showArchived) };
  });

  route(app, getDocument, ({ input, actor, db, seen }) => openDocument(db, actor, input, seen));

  route(app, getDocumentText, async ({ input, actor, db, seen }) => {
    const document = await openDocument(db, actor, input, seen);
    if (!document.contentType.startsWith('text/plain')) throw refused(chartTexts.noText);
    const bytes = await app.deps.storage.get(document.storageKey);
    return { text: bytes.toString('utf8') };
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
