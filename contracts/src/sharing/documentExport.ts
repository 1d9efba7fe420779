import { z } from 'zod';
import { everybody, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { chartSelection } from '../charts/selection.ts';
import { get, nothing, picture, post } from '../endpoint.ts';
import { id, isKeepable, optionalText, queryId, requiredText, timestamp } from '../fields.ts';
import { faxProblem } from '../fields/phone.ts';
import { deliveryStatuses } from './deliveryStatuses.ts';
import { getDashboard } from '../dashboard.ts';
import { listTextMessages } from './sms.ts';

// Sending charts by fax or Direct message, and their delivery status (docs/domain/sharing.md).

export const exportLimits = { faxedCharts: 75, sentCharts: 500, name: 100, subject: 200, comments: 2_000 } as const;

export const exportTexts = {
  recipientRequired: 'Recipient is required',
  faxNumberRequired: 'Fax Number is required',
  faxNumber: 'Invalid Fax Number',
  senderRequired: 'Sender is required',
  organizationRequired: 'Organization is required',
  noneToFax: 'Select at least one document to fax',
  tooManyToFax: 'The maximum number of pages to fax is 75',
  noneToEmail: 'Select at least one document to direct email',
  tooManyToEmail: `At most ${exportLimits.sentCharts} documents can be sent at once.`,
  directEmailRequired: 'Direct Email is required',
  directEmail: 'Email is not valid',
  tooLong: (what: string, max: number) => `${what} cannot exceed ${max} characters`,
  unkeepable: 'Contains characters that cannot be saved.',
  faxing: 'Document fax in progress...',
  faxFailed: 'Error faxing document.',
  emailed: 'Successfully emailed document.',
  emailFailed: 'Error emailing document.',
  /** @param areCounted whether the length of every chart is known; without it, the count is the least there can be */
  pages: (count: number, areCounted: boolean) =>
    `${areCounted ? '' : 'At least '}${count} page${count === 1 ? '' : 's'}`,
  notFaxed: 'No service for faxes is set up: the fax is kept under Sent and has not left.',
  notEmailed: 'No service for Direct messages is set up: the message is kept under Sent and has not left.',
  emergencyOnly: 'Charts cannot be sent with emergency access.',
  seenEmergencyOnly: 'Nothing can be marked as seen with emergency access.',
  checking: (names: string) => `Still being checked for viruses and cannot be sent yet: ${names}.`,
  noPages: (names: string) =>
    `Cannot be sent as pages: ${names}. Take it out of the selection, or download it and send it another way.`,
  tooLargeTogether: 'The selected documents are too large to be sent together. Send them in several parts.',
  leftOut: (names: string) =>
    `Nothing was sent, because this could not be included: ${names}. Send the other documents without it.`,
  noPacket: 'What was exported is in the EMR.',
  notReady: 'This is still being prepared.',
  notToRepeat: 'Only deliveries that failed, were not sent or have an unknown outcome can be sent again.',
  noService: 'No service is set up to send this.',
  repeatedSince: 'This was sent again in the meantime.',
  notToSee: 'Only deliveries that failed or have an unknown outcome can be marked as seen.',
} as const;

const named = (missing: string, what: string) =>
  requiredText(exportLimits.name, missing, exportTexts.tooLong(what, exportLimits.name)).refine(
    isKeepable,
    exportTexts.unkeepable,
  );
const written = (max: number, what: string) =>
  optionalText(max, exportTexts.tooLong(what, max)).refine(
    (value) => value === null || isKeepable(value),
    exportTexts.unkeepable,
  );

const cover = {
  toName: named(exportTexts.recipientRequired, 'Recipient'),
  fromName: named(exportTexts.senderRequired, 'Sender'),
  fromOrganization: named(exportTexts.organizationRequired, 'Organization'),
  subject: written(exportLimits.subject, 'Subject'),
  comments: written(exportLimits.comments, 'Comments'),
};

const toFaxNumber = z
  .string(exportTexts.faxNumberRequired)
  .trim()
  .min(1, exportTexts.faxNumberRequired)
  .refine((value) => value === '' || faxProblem(value) === null, exportTexts.faxNumber);

const email = z.email();
const toDirectEmailAddress = z
  .string(exportTexts.directEmail)
  .trim()
  .max(75, exportTexts.directEmail)
  // Also applies to an empty value: the later message is the one that is shown.
  .refine((value) => email.safeParse(value).success, exportTexts.directEmail);

const faxedCharts = z
  .array(chartSelection)
  .min(1, exportTexts.noneToFax)
  .max(exportLimits.faxedCharts, exportTexts.tooManyToFax);
const emailedCharts = z
  .array(chartSelection)
  .min(1, exportTexts.noneToEmail)
  .max(exportLimits.sentCharts, exportTexts.tooManyToEmail);

export const faxFlagLabels = {
  urgent: 'Urgent',
  forReview: 'For Review',
  pleaseComment: 'Please Comment',
  pleaseReply: 'Please Reply',
  pleaseRecycle: 'Please Recycle',
} as const;
export type FaxFlag = keyof typeof faxFlagLabels;

const flags = {
  urgent: z.boolean().default(false),
  forReview: z.boolean().default(false),
  pleaseComment: z.boolean().default(false),
  pleaseReply: z.boolean().default(false),
  pleaseRecycle: z.boolean().default(false),
  condensePages: z.boolean().default(false),
};

const formFields = {
  toUserFullName: cover.toName,
  fromFullName: cover.fromName,
  fromOrganizationName: cover.fromOrganization,
  subject: cover.subject,
  comments: cover.comments,
};

/** The dialog "Fax Charts". */
export const faxForm = z.object({ ...formFields, ...flags, toFaxNumber, selectedCharts: faxedCharts });
/** The dialog "Direct Email Charts". */
export const directForm = z.object({
  ...formFields,
  toDirectEmail: toDirectEmailAddress,
  selectedCharts: emailedCharts,
});

const sent = z.object({ deliveryId: id });
/** `hasService`: without a service that sends it, it is only kept. */
const accepted = sent.extend({ hasService: z.boolean() });

export const reportFax = post('/document-export/fax-status/:reference/:token', {
  summary: 'Receives a fax status notification; the status is then queried from the fax service.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  isOfService: true,
  input: z.object({ reference: z.uuid(), token: z.string().max(100) }),
  output: nothing,
});

const sentDelivery = z.object({
  deliveryId: id,
  channel: z.enum(['fax', 'direct', 'emr']),
  recipientName: z.string(),
  /** Dialed fax number, or Direct address. */
  recipientAddress: z.string(),
  subject: z.string().nullable(),
  sentAt: timestamp,
  sentByName: z.string(),
  sentForName: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  deliveredAt: timestamp.nullable(),
  chartCount: z.number(),
  /** Pages of the charts, as the dialog counted them. */
  chartPageCount: z.number(),
  /** False if it counts one page for a chart whose length was not known, so there are at least so many pages. */
  areChartPagesCounted: z.boolean(),
  /** Pages of the packet, with the cover; null until it is composed. */
  pageCount: z.number().nullable(),
  attemptCount: z.number(),
  /** Error of the latest attempt. */
  error: z.string().nullable(),
  isFailureSeen: z.boolean(),
  can: actions(['sendAgain', 'markSeen']),
});
export type SentDelivery = z.infer<typeof sentDelivery>;
export const sentPageSize = 20;

export const listSentDeliveries = get('/document-export/sent', {
  summary: "Lists faxes and Direct messages with a patient's charts, latest first.",
  auditText: 'Sent faxes and Direct messages',
  access: signedIn,
  input: z.object({ patientId: queryId, cursor: z.string().max(400).optional() }),
  output: z.object({ items: z.array(sentDelivery), nextCursor: z.string().nullable() }),
});

export const faxCharts = post('/document-export/fax', {
  summary: 'Faxes charts of a patient with their current content as one PDF, in the background.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [listSentDeliveries],
  input: z.object({
    patientId: id,
    ...cover,
    ...flags,
    toFaxNumber,
    charts: faxedCharts,
    onBehalfOfUserId: id.nullish(),
  }),
  output: accepted,
});

export const emailCharts = post('/document-export/directEmail', {
  summary: 'Sends charts of a patient with their current content as one PDF by Direct message, in the background.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [listSentDeliveries],
  input: z.object({
    patientId: id,
    ...cover,
    toDirectEmailAddress,
    charts: emailedCharts,
    onBehalfOfUserId: id.nullish(),
  }),
  output: accepted,
});

export const openSentPacket = picture('/document-export/packet', 'application/pdf', {
  summary: 'Returns the PDF of a fax or Direct message, as sent.',
  auditText: 'A fax or Direct message as sent',
  access: signedIn,
  input: z.object({ deliveryId: queryId }),
});

const target = z.object({ deliveryId: id, onBehalfOfUserId: id.nullish() });

export const sendAgain = post('/document-export/send-again', {
  summary:
    'Sends a fax, Direct message or export again with the same content, if it failed, was not sent or may be lost.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [listSentDeliveries],
  /** `attemptCount`: the attempts the user saw, so that a double click or two users never cause two more. */
  input: target.extend({ attemptCount: z.number().int().nonnegative() }),
  output: sent,
});

export const markDeliverySeen = post('/document-export/mark-seen', {
  summary: 'Marks the failure or unknown outcome of a fax or Direct message as seen.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [listSentDeliveries, listTextMessages, getDashboard],
  input: target,
  output: sent,
});
