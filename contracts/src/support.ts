import { z } from 'zod';
import { allOf, signedIn } from './access.ts';
import { impactLevel, impactLevels } from './codes.ts';
import { get, post } from './endpoint.ts';
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
  changed: 'This request has changed since you opened it.',
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
  status: z.enum(['queued', 'sending', 'delivered', 'failed', 'unknown']),
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
