import { z } from 'zod';
import { anyOf } from '../access.ts';
import type { Permission } from '../access.ts';
import { get } from '../endpoint.ts';
import { timestamp } from '../fields.ts';

// The organization's Power BI reports, embedded in the product (docs/domain/reports.md).

export const powerBiKinds = ['general', 'internal'] as const;
export type PowerBiKind = (typeof powerBiKinds)[number];

/** Permission required for each kind. */
export const powerBiPermissions: Record<PowerBiKind, Permission> = {
  general: 'ReportsPowerBIGeneral',
  internal: 'ReportsPowerBIInternal',
};

export const powerBiTexts = {
  unreachable: 'Power BI cannot be reached right now. Try again in a few minutes.',
  misconfigured: 'Power BI did not accept the sign-in of this portal. Ask your administrator to check its setup.',
  gone: 'This report is no longer in Power BI. Choose another one.',
  notPermitted: 'You do not have permission to open this report.',
} as const;

const access = anyOf(...Object.values(powerBiPermissions));
const reportId = z.uuid('This is not a report');
const kind = z.enum(powerBiKinds, 'Invalid value');
const report = z.object({ reportId, kind, name: z.string() });
export type PowerBiReport = z.infer<typeof report>;

export const listPowerBiReports = get('/powerbi/reports', {
  summary: 'Lists Power BI reports that the user may open.',
  access,
  audit: 'none',
  input: z.object({}),
  output: z.object({
    /** False hides the section. */
    isConfigured: z.boolean(),
    reports: z.array(report),
  }),
});

export const getPowerBiReport = get('/powerbi/report', {
  summary: 'Returns the URL and token to embed a Power BI report.',
  access,
  // A report may list patients, so opening one is audited.
  auditText: 'A Power BI report',
  audit: 'search',
  input: z.object({ reportId, kind }),
  output: report.extend({
    embedUrl: z.url(),
    /** Read-only token for this report, valid until `expiresAt`. */
    accessToken: z.string(),
    expiresAt: timestamp,
  }),
});
export type EmbeddedPowerBiReport = z.infer<typeof getPowerBiReport.output>;
