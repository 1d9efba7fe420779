import { z } from 'zod';
import { everybody, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, isKeepable, phoneDigits, queryId, queryList, requiredText, timestamp } from '../fields.ts';
import { mobileProblem } from '../fields/phone.ts';
import { deliveryStatuses } from './deliveryStatuses.ts';

export const textLimits = {
  message: 500,
  recipientName: 75,
  /** Maximum numbers per opt-out query. */
  numbers: 50,
} as const;

export const textTexts = {
  recipientRequired: 'Recipient Name is required',
  recipientTooLong: `Recipient name cannot exceed ${textLimits.recipientName} characters`,
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Invalid phone number',
  messageRequired: 'Message is required',
  messageTooLong: `Message cannot exceed ${textLimits.message} characters`,
  consentRequired: 'Patient consent required',
  verificationRequired: 'Verification is required',
  sent: 'SMS sent successfully',
  notSent: 'No service for text messages is set up: the message is kept under Text messages and has not left.',
  unkeepable: 'The text contains characters that cannot be saved',
  optedOut: 'This number has opted out of text messages',
  deceased: 'A text message cannot be sent about a patient who has died.',
  emergencyOnly: 'You cannot send text messages with emergency access alone.',
} as const;

/** A mobile number without an extension, stored as digits. */
const textedNumber = z
  .string(textTexts.phoneRequired)
  .trim()
  .min(1, textTexts.phoneRequired)
  .refine((value) => value === '' || mobileProblem(value) === null, textTexts.phoneInvalid)
  .transform((value) => phoneDigits(value) ?? '');

/** Whether a number can receive text messages. */
export const isTextedNumber = (value: string): boolean => textedNumber.safeParse(value).success;

export const textMessageForm = z.object({
  recipientName: requiredText(textLimits.recipientName, textTexts.recipientRequired, textTexts.recipientTooLong).refine(
    isKeepable,
    textTexts.unkeepable,
  ),
  phoneNumber: textedNumber,
  messageText: requiredText(textLimits.message, textTexts.messageRequired, textTexts.messageTooLong).refine(
    isKeepable,
    textTexts.unkeepable,
  ),
  messageContainsNoPhi: z.boolean(textTexts.verificationRequired).refine(Boolean, textTexts.verificationRequired),
  hasConsentedToSms: z.boolean(textTexts.consentRequired).refine(Boolean, textTexts.consentRequired),
});

export const isPhoneNumberOptedOut = get('/notifications/sms/is-phone-number-opted-out', {
  summary: 'Returns whether a number has opted out of text messages, and since when.',
  auditText: 'Check of a number for text messages',
  access: signedIn,
  input: z.object({ phoneNumber: textedNumber }),
  output: z.object({ isOptedOut: z.boolean(), dateOptedOut: timestamp.nullable() }),
});

export const arePhoneNumbersOptedOut = get('/notifications/sms/are-phone-numbers-opted-out', {
  summary: 'Returns which of several numbers have opted out of text messages.',
  auditText: 'Check of numbers for text messages',
  access: signedIn,
  input: z.object({ phoneNumbers: queryList(textedNumber).pipe(z.array(z.string()).min(1).max(textLimits.numbers)) }),
  output: z.object({ optOutInfo: z.array(z.object({ phoneNumber: z.string(), isOptedOut: z.boolean() })) }),
});

export const textMessage = z.object({
  /** Null for a reply. */
  deliveryId: id.nullable(),
  /** Null for a sent message. */
  smsReplyId: id.nullable(),
  at: timestamp,
  /** The number that was texted or that replied, as digits. */
  phoneNumber: z.string(),
  messageText: z.string(),
  recipientName: z.string().nullable(),
  status: z.enum(deliveryStatuses).nullable(),
  /** Error message from the service. */
  error: z.string().nullable(),
  /** Whether its failure was marked as seen. */
  isFailureSeen: z.boolean(),
  sentBy: z.string().nullable(),
  onBehalfOf: z.string().nullable(),
});
export type TextMessage = z.infer<typeof textMessage>;

export const listTextMessages = get('/notifications/sms/list', {
  summary: 'Lists text messages to a patient and the replies, latest first.',
  auditText: 'Text messages',
  access: signedIn,
  input: z.object({ patientId: queryId, cursor: z.string().max(400).optional() }),
  output: z.object({
    items: z.array(textMessage),
    nextCursor: z.string().nullable(),
    can: actions(['send', 'markSeen']),
  }),
});

export const sendTextMessage = post('/notifications/sms/send', {
  summary: 'Sends a text message to a patient or their representative.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [listTextMessages],
  input: z.object({ patientId: id, ...textMessageForm.shape }),
  /** `hasService`: without a service that sends it, it is only kept. */
  output: z.object({ deliveryId: id, hasService: z.boolean() }),
});

const fromTwilio = z.string().max(2_000);

/** Twilio posts a form here, signed with its header X-Twilio-Signature. */
export const receiveTextReply = post('/notifications/sms/twilio-reply', {
  summary: 'Receives a text reply to the sender number. Called by Twilio.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  isOfService: true,
  input: z.object({ MessageSid: fromTwilio.min(1), From: fromTwilio, To: fromTwilio, Body: z.string().default('') }),
  output: nothing,
});

/** Twilio posts a form here, signed with its header X-Twilio-Signature. */
export const receiveTextStatus = post('/notifications/sms/twilio-status', {
  summary: 'Receives the status of a text message. Called by Twilio.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  isOfService: true,
  input: z.object({ MessageSid: fromTwilio.min(1), MessageStatus: fromTwilio, ErrorCode: fromTwilio.optional() }),
  output: nothing,
});
