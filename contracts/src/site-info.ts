import { z } from 'zod';
import { allOf, signedIn } from './access.ts';
import { severities, severity, siteDocumentType } from './codes.ts';
import { actions } from './can.ts';
import { get, post } from './endpoint.ts';
import { day, id, queryBoolean, queryId, requiredText, timestamp, version } from './fields.ts';
import { clientSummary } from './session.ts';

// Site documents (release notes, privacy policy, terms of use) and the alert above every screen (docs/domain/site-info.md).

export const siteLimits = { documentVersion: 20, documentText: 100_000, alertHeader: 100, alertMessage: 500 } as const;

export const siteTexts = {
  changed: 'This has changed since you opened it. Check the current version first.',
  versionRequired: 'Version is required',
  versionTooLong: 'Version must be 20 characters or less',
  versionTaken: 'There is a document of this type with this version already.',
  documentTextRequired: 'Document text is required',
  documentTextTooLong: 'Document text must be 100,000 characters or less',
  documentMissing: "We're sorry, this document doesn't exist.",
  alertFromFile: 'The site alert comes from a file at the address in SITE_ALERT_URL, so it is not set here.',
  headerRequired: 'Header is required',
  headerTooLong: 'Header must be 100 characters or less',
  messageRequired: 'Message is required',
  messageTooLong: 'Message must be 500 characters or less',
  severityRequired: 'Severity is required',
  clientsRequired: 'Choose at least one client, or show the alert to all clients',
  clientUnknown: 'A selected client no longer exists.',
} as const;

// ---------------------------------------------------------------- documents

const documentTypes = Object.values(siteDocumentType.table).map((code) => z.literal(code));
/** Release note 1, privacy policy 2, terms of use 3. */
const documentType = z.union(documentTypes, 'Type is required');
const queryDocumentType = z.coerce.number<number | string>().pipe(documentType);

export const siteDocumentSummary = z.object({
  siteDocumentId: id,
  documentType,
  /** Version of the document, such as "6.0.1"; `rowVersion` is that of the row. */
  version: z.string(),
  releaseDate: day,
  rowVersion: version,
});
export type SiteDocumentSummary = z.infer<typeof siteDocumentSummary>;

const neighbor = siteDocumentSummary.omit({ rowVersion: true }).nullable();

export const getSiteDocument = get('/site-info/', {
  summary: 'Returns a site document with its neighbors; the newest of its type without an id.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    siteDocumentId: queryId.optional(),
    documentType: queryDocumentType,
    /** Returns safe HTML instead of Markdown. */
    parseMarkdown: queryBoolean.default(false),
  }),
  output: siteDocumentSummary.extend({
    documentText: z.string(),
    /** The next release. */
    nextDocument: neighbor,
    /** The previous release. */
    previousDocument: neighbor,
  }),
});

export const listSiteDocuments = get('/site-info/list', {
  summary: 'Lists all site documents, or those of one type, newest first.',
  access: signedIn,
  audit: 'none',
  input: z.object({ documentType: queryDocumentType.optional() }),
  output: z.object({ items: z.array(siteDocumentSummary) }),
});

export const siteDocumentForm = z.object({
  documentType,
  version: requiredText(siteLimits.documentVersion, siteTexts.versionRequired, siteTexts.versionTooLong),
  releaseDate: day,
  documentText: requiredText(siteLimits.documentText, siteTexts.documentTextRequired, siteTexts.documentTextTooLong),
});

export const saveSiteDocument = post('/site-info/save', {
  summary: 'Adds or changes a site document.',
  access: allOf('ManageSite', 'ManageInstallation'),
  authorization: 'admin',
  makesStale: [listSiteDocuments, getSiteDocument],
  input: siteDocumentForm.extend({
    /** The document to change and the row version the change is based on; both left out for a new document. */
    siteDocumentId: id.optional(),
    rowVersion: version.optional(),
  }),
  output: z.object({ siteDocumentId: id, rowVersion: version }),
});

export const previewSiteDocument = post('/site-info/preview', {
  summary: 'Previews a text as a site document, without saving it.',
  access: allOf('ManageSite'),
  authorization: 'admin',
  unkeyed: 'search',
  makesStale: [],
  audit: 'none',
  input: siteDocumentForm.pick({ documentText: true }),
  output: z.object({ documentText: z.string() }),
});

// ---------------------------------------------------------------- alert

const alertSeverity = z.union(
  severities.map((name) => z.literal(severity.codeOf(name))),
  siteTexts.severityRequired,
);

/** The alert shown to a user. A changed alert gets a new id, so that users who dismissed the old one see it. */
export const siteAlert = z.object({
  id,
  /** Always true: an alert that is off is not returned. */
  enabled: z.literal(true),
  /** The user's clients it is for; empty if it is for all. */
  clientIds: z.array(id),
  /** Severe 1, Medium 2, Low 3. */
  severity: alertSeverity,
  header: z.string(),
  message: z.string(),
});
export type SiteAlert = z.infer<typeof siteAlert>;

export const getSiteAlert = get('/site-info/alert', {
  summary: "Returns the active alert for all clients or one of the user's, if there is one.",
  access: signedIn,
  isOwn: true,
  audit: 'none',
  input: z.object({}),
  output: z.object({ alert: siteAlert.nullable() }),
});

export const siteAlertForm = z
  .object({
    enabled: z.boolean(),
    severity: alertSeverity,
    header: requiredText(siteLimits.alertHeader, siteTexts.headerRequired, siteTexts.headerTooLong),
    message: requiredText(siteLimits.alertMessage, siteTexts.messageRequired, siteTexts.messageTooLong),
    isForAllClients: z.boolean(),
    /** Clients it is for, unless it is for all. */
    clientIds: z.array(id).max(1_000),
  })
  .refine((alert) => alert.isForAllClients || alert.clientIds.length > 0, {
    path: ['clientIds'],
    message: siteTexts.clientsRequired,
  });

export const getSiteAlertSettings = get('/site-info/alert/settings', {
  summary: 'Returns the alert’s settings and the clients it can be shown to.',
  access: allOf('ManageSite'),
  audit: 'none',
  input: z.object({}),
  output: z.object({
    alert: z.object({
      ...siteAlertForm.shape,
      header: z.string(),
      message: z.string(),
      changedByFullName: z.string().nullable(),
      changedAt: timestamp.nullable(),
    }),
    rowVersion: version,
    /** The clients it can be shown to: the caller's own; with ManageInstallation all, by organization. */
    clients: z.array(clientSummary.extend({ organizationName: z.string() })),
    can: actions(['save', 'showToAll']),
  }),
});

export const saveSiteAlert = post('/site-info/alert/save', {
  summary:
    'Sets the alert, and turns it on or off. Showing it to clients other than one’s own needs ManageInstallation.',
  access: allOf('ManageSite'),
  authorization: 'policy',
  makesStale: [getSiteAlertSettings, getSiteAlert],
  input: siteAlertForm.safeExtend({ rowVersion: version }),
  output: z.object({ rowVersion: version }),
});
