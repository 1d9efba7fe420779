import {
  auditTexts,
  exportAudit,
  listAudit,
  mostExportedEntries,
  type AuditFilters,
} from '@careloop/contracts/administration/audit';
import { todayIn } from '@careloop/contracts/fields/dates';

import { actionTexts } from '../../../platform/audit/actionText.ts';
import { readCursor } from '../../../platform/db/cursor.ts';
import { refused } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { fileRoute } from '../../../platform/http/fileRoute.ts';
import { route } from '../../../platform/http/route.ts';
import { auditFile } from './auditFile.ts';
import { entryOf, findAllEntries, findEntries, findNamed } from './queries.ts';

/** Routes for reading the audit, which is itself audited with the filters used. */
export function auditRoutes(app: App): void {
  route(app, listAudit, async ({ input, actor, db, setAuditSubject }) => {
    const [page, named] = await Promise.all([
      findEntries(db, actor, input, readCursor(input.cursor)),
      findNamed(db, actor, input),
    ]);
    // Record the patient only if the reader may know them.
    setAuditSubject({ patientId: named.patient?.patientId ?? null, details: auditDetails(input, page.rows.length) });
    const textOf = actionTexts(app.endpoints);
    const { rows, ...rest } = page;
    return { ...rest, items: rows.map((row) => entryOf(row, textOf)), named };
  });

  fileRoute(app, exportAudit, async ({ input, actor, db, setAuditSubject }) => {
    const rows = await findAllEntries(db, actor, input, mostExportedEntries);
    if (rows === undefined) throw refused(auditTexts.tooMany);
    const { patient } = await findNamed(db, actor, input);
    setAuditSubject({ patientId: patient?.patientId ?? null, details: auditDetails(input, rows.length) });
    const textOf = actionTexts(app.endpoints);
    const content = auditFile(
      rows.map((row) => entryOf(row, textOf)),
      input.timeZone,
    );
    const patientIds = rows.flatMap((row) => (row.patient === null ? [] : [row.patient.patientId]));
    const fileName = `Audit ${todayIn(input.timeZone)}.csv`;
    return { fileName, byteCount: content.length, content, patientIds: [...new Set(patientIds)] };
  });
}

/** Ids, codes and days of the filters, and the number of rows shown. */
function auditDetails({ userId, forUserId, kind, outcome, from, until }: AuditFilters, shown: number) {
  return { userId, forUserId, kind, outcome, from, until, shown };
}
