import { severity, siteDocumentType } from '@careloop/contracts/codes';
import type { Severity } from '@careloop/contracts/codes';
import {
  getSiteAlert,
  getSiteAlertSettings,
  getSiteDocument,
  listSiteDocuments,
  previewSiteDocument,
  saveSiteAlert,
  saveSiteDocument,
  siteTexts,
} from '@careloop/contracts/site-info';
import type { SiteAlert } from '@careloop/contracts/site-info';

import { allowances, authorize } from '../../core/access/authorize.ts';
import type { App } from '../../core/app.ts';
import { AppError, forbidden, refused } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { AlertFileReader } from './alertFile.ts';
import { renderMarkdown } from './shared/markdown.ts';
import { findAlertFor, findAlertSettings, findDocument, findDocuments } from './shared/queries.ts';
import { alertPolicy, savingAlerts } from './policy.ts';
import { lockAlert, saveAlert, saveDocument } from './saveDocument.ts';

export function siteInfoRoutes(app: App): void {
  const { siteAlertUrl } = app.deps.config;
  const file = siteAlertUrl === undefined ? null : new AlertFileReader(siteAlertUrl, app.deps.log);
  void file?.refresh();

  route(app, getSiteDocument, async ({ input, db }) => {
    const type = siteDocumentType.nameOf(input.documentType) ?? 'release_note';
    const found = await findDocument(db, type, input.siteDocumentId);
    if (found === undefined) throw new AppError('not_found', { message: siteTexts.documentMissing });
    return input.parseMarkdown ? { ...found, documentText: renderMarkdown(found.documentText) } : found;
  });

  route(app, listSiteDocuments, async ({ input, db }) => {
    const type = input.documentType === undefined ? null : siteDocumentType.nameOf(input.documentType);
    return { items: await findDocuments(db, type ?? null) };
  });

  route(app, saveSiteDocument, ({ input, actor, db }) => saveDocument(db, actor, input));

  route(app, previewSiteDocument, async ({ input }) => ({ documentText: renderMarkdown(input.documentText) }));

  route(app, getSiteAlert, async ({ actor, db }) => ({
    alert: file === null ? await findAlertFor(db, actor) : file.alertFor(actor),
  }));

  route(app, getSiteAlertSettings, async ({ actor, db }) => {
    const { rowVersion, clients, ...alert } = await findAlertSettings(db, actor);
    const can = allowances(actor, alertPolicy, { shownTo: alert.enabled ? alert : null });
    const code = severity.codeOf(alert.severity as Severity) as SiteAlert['severity'];
    return {
      alert: { ...alert, severity: code },
      rowVersion,
      clients,
      can: file === null ? can : { ...can, save: siteTexts.alertFromFile },
    };
  });

  route(app, saveSiteAlert, async ({ input, actor, db }) => {
    if (file !== null) throw refused(siteTexts.alertFromFile);
    const row = { ...(await lockAlert(db)), wanted: input };
    return saveAlert(db, actor, authorize(actor, savingAlerts, 'save', row, forbidden), input);
  });
}
