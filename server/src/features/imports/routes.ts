import {
  getImportFinding,
  importTexts,
  listImportFindings,
  listImportRuns,
  longestRawRecord,
} from '@careloop/contracts/imports';

import type { App } from '../../core/app.ts';
import { AppError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findFinding, findFindings, findRuns } from './queries.ts';

const pageSize = { runs: 25, findings: 50 };

export function importRoutes(app: App): void {
  route(app, listImportRuns, ({ input, actor, db }) => findRuns(db, actor, input, pageSize.runs));

  route(app, listImportFindings, ({ input, actor, db }) => findFindings(db, actor, input, pageSize.findings));

  route(app, getImportFinding, async ({ input, actor, db, setAuditSubject }) => {
    const { importFindingId } = input;
    setAuditSubject({ subjectType: 'import_finding', subjectId: importFindingId });
    const finding = await findFinding(db, actor, importFindingId);
    if (finding === undefined) {
      const message = importTexts.notFound;
      throw new AppError('no_access', { message, validationErrors: { '': message } });
    }
    setAuditSubject({ patientId: finding.patient?.patientId ?? null });
    const raw = finding.rawStorageKey === null ? null : String(await app.deps.storage.get(finding.rawStorageKey));
    return {
      ...finding,
      raw: raw?.slice(0, longestRawRecord) ?? null,
      isRawCut: (raw?.length ?? 0) > longestRawRecord,
    };
  });
}
