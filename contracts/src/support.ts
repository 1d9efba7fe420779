import { z } from 'zod';
import { allOf, everybody, signedIn } from './access.ts';
import { impactLevel, impactLevels } from './codes.ts';
import { get, nothing, post } from './endpoint.ts';
import { required } from './fields/checked.ts';
import { contactLimits, contactTexts, emailProblem } from './fields/contact.ts';
import { id, optionalText, queryId, queryInteger, requiredText, timestamp, version } from './fields.ts';

// ---------------------------------------------------------------- support requests (docs/domain/support.md)

export const supportLimits = {
  email: contactLimits.email,
  name: 50,
  summary: 500,
  errorCodes: 50,
  description: 1_000,
} as const;

export const supportTexts = {
  emailRequired: 'Email is required',
  emailInvalid: contactTexts.email,
  emailTooLong: contactTexts.emailTooLong,
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be 50 characters or less',
  clientRequired: 'Associated client is required',
  clientNotYours: 'Choose one of your clients.',
  summaryRequired: 'Summary is required',
  summaryTooLong: 'Summary must be 500 characters or less',
  errorCodesTooLong: 'Error Code(s) must be 50 characters or less',
  descriptionTooLong: 'Description must be 1000 characters or less',
  impactRequired: 'Impact level is required',
  tooMany: 'You have submitted many support requests within the hour. Please wait a while, or call support.',
  thankYou: 'Thank You',
  submitted:
    'Your request has been submitted! We will keep you posted with any updates to this request via the email address provided on submission.',
} as const;

const impact = z.union(
  impactLevels.map((level) => z.literal(impactLevel.codeOf(level))),
  supportTexts.impactRequired,
);

export const supportRequestForm = z.object({
  email: required(emailProblem, supportTexts.emailRequired),
  name: requiredText(supportLimits.name, supportTexts.nameRequired, supportTexts.nameTooLong),
  clientId: z.number(supportTexts.clientRequired).int().positive(supportTexts.clientRequired),
  summary: requiredText(supportLimits.summary, supportTexts.summaryRequired, supportTexts.summaryTooLong),
  errorCodes: optionalText(supportLimits.errorCodes, supportTexts.errorCodesTooLong),
  description: optionalText(supportLimits.description, supportTexts.descriptionTooLong),
  /** Low 0, Medium 1, High 2. */
  impact,
});

export const submitSupportRequest = post('/notifications/support-request', {
  summary: 'Sends a support request by email; the requester gets a confirmation, only at the address of their account.',
  access: signedIn,
  authorization: 'own',
  makesStale: [],
  isOwn: true,
  idempotent: true,
  input: supportRequestForm,
  output: z.object({ supportRequestId: id }),
});

export const supportRequestStatuses = ['open', 'resolved'] as const;
const status = z.enum(supportRequestStatuses);
export type SupportRequestStatus = z.infer<typeof status>;

export const supportRequestListItem = z.object({
  supportRequestId: id,
  status,
  name: z.string(),
  clientName: z.string(),
  summary: z.string(),
  impact,
  createdAt: timestamp,
});
export type SupportRequestListItem = z.infer<typeof supportRequestListItem>;

export const supportRequestPageSize = 20;

export const listSupportRequests = get('/notifications/support-requests', {
  summary: "Lists support requests of the administrator's clients, newest first.",
  auditText: 'Support requests',
  access: allOf('ManageSite'),
  audit: 'search',
  input: z.object({
    /** Default: all. */
    status: status.optional(),
    page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  }),
  output: z.object({
    items: z.array(supportRequestListItem),
    page: z.number(),
    numPages: z.number(),
    totalItemCount: z.number(),
  }),
});

const supportDelivery = z.object({
  deliveryId: id,
  recipientAddress: z.string(),
  status: z.enum(['queued', 'sending', 'delivered', 'failed']),
  /** Vendor that accepted it; "outbox" if it was not sent. */
  vendor: z.string().nullable(),
});

export const supportRequest = supportRequestListItem.extend({
  email: z.string(),
  clientId: id,
  errorCodes: z.string().nullable(),
  description: z.string().nullable(),
  /** The signed-in user; name and email are as typed. */
  createdByFullName: z.string(),
  resolution: z.string().nullable(),
  resolvedByFullName: z.string().nullable(),
  resolvedAt: timestamp.nullable(),
  deliveries: z.array(supportDelivery),
  version,
});
export type SupportRequest = z.infer<typeof supportRequest>;

export const getSupportRequest = get('/notifications/support-requests/info', {
  summary: 'Returns a support request with its emails.',
  auditText: 'A support request',
  access: allOf('ManageSite'),
  input: z.object({ supportRequestId: queryId }),
  output: supportRequest,
});

export const resolveForm = z.object({
  resolution: optionalText(1_000, 'Resolution must be 1000 characters or less'),
});

export const resolveSupportRequest = post('/notifications/support-requests/resolve', {
  summary: 'Closes a support request with a resolution.',
  access: allOf('ManageSite'),
  authorization: 'admin',
  makesStale: [listSupportRequests, getSupportRequest],
  input: resolveForm.extend({ supportRequestId: id, version }),
  output: z.object({ version }),
});

// ---------------------------------------------------------------- errors of the browser (docs/domain/support.md)

export const clientErrorKinds = ['render', 'unhandled', 'chunk', 'api', 'realtime'] as const;
export type ClientErrorKind = (typeof clientErrorKinds)[number];
/** Maximum stack frames in a report. */
export const clientErrorFrames = 20;

const codePosition = z.number().int().min(0).max(10_000_000);

/**
 * A client error report: names, numbers and positions in our own code, each with a strict format. It has no error message,
 * which could contain patient data.
 */
export const clientError = z.object({
  /** `FE-…` with `-TO` for timeouts, or the server's reference; optionally prefixed with the user's id. */
  reference: z
    .string()
    .regex(/^(?:\d{1,15}-)?(?:FE-[0-9a-z]{1,10}(?:-TO)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-TO)?)$/),
  /** The error's class. */
  name: z.string().regex(/^(?:[A-Z][A-Za-z]{0,30})?(?:Error|Exception)$/),
  kind: z.enum(clientErrorKinds),
  /** Route pattern, such as /Patient/$patientId. The format does not allow digits, so it cannot contain ids. */
  route: z.string().regex(/^\/(?:[A-Za-z$-]{1,30}\/?){0,4}$/),
  /** HTTP status of the failed call; 0 without a response. */
  status: z.number().int().min(0).max(599).optional(),
  frontendVersion: z.string().regex(/^\d{1,3}(?:\.\d{1,10}){1,3}(?:-[0-9.]{1,20})?$/),
  frames: z
    .array(
      z.object({
        /** Name of one of our own files, without its folder. */
        file: z.string().regex(/^[\w$-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:js|tsx?)$/),
        line: codePosition,
        column: codePosition,
      }),
    )
    .max(clientErrorFrames),
});
export type ClientError = z.infer<typeof clientError>;

export const reportClientError = post('/client-errors', {
  summary: 'Reports a browser error to the log: location and kind, never its message.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: clientError,
  output: nothing,
});
