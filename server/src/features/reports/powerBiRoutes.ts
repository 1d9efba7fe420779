import {
  getPowerBiReport,
  listPowerBiReports,
  powerBiKinds,
  powerBiPermissions,
  powerBiTexts,
} from '@careloop/contracts/reports/powerBi';

import { AppError, refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { PowerBiUnavailable } from '../../core/integrations/power-bi/port.ts';

/** Routes for Power BI reports. Each kind of report has its own permission. */
export function powerBiRoutes(app: App): void {
  const { powerBi, log } = app.deps;

  const withRefusals = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof PowerBiUnavailable)) throw error;
      log.warn({ err: error.cause }, 'Power BI is not available');
      throw refused(error.isTemporary ? powerBiTexts.unreachable : powerBiTexts.misconfigured);
    }
  };

  route(app, listPowerBiReports, async ({ actor }) => {
    if (powerBi === null) return { isConfigured: false, reports: [] };
    const kinds = powerBiKinds.filter((kind) => actor.permissions.has(powerBiPermissions[kind]));
    const lists = await withRefusals(Promise.all(kinds.map((kind) => powerBi.listReports(kind))));
    return { isConfigured: true, reports: lists.flat() };
  });

  route(app, getPowerBiReport, async ({ input, actor, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'power_bi_report', details: { reportId: input.reportId, kind: input.kind } });
    if (!actor.permissions.has(powerBiPermissions[input.kind])) {
      throw new AppError('forbidden', { message: powerBiTexts.notPermitted });
    }
    const report =
      powerBi === null ? null : await withRefusals(powerBi.openReport(input.kind, input.reportId, actor.username));
    if (report === null) throw refused(powerBiTexts.gone);
    return report;
  });
}
