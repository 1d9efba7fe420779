import { createHmac, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { e164 } from '../e164.ts';
import { NotTakenError, UndeliverableError } from '../sender.ts';
import type { SentAttempt, DeliverySender, OutgoingMessage, VendorReport } from '../sender.ts';
import { askVendor, basicAuthorization } from '../vendorHttp.ts';
import type { TwilioConfig } from '../../../config/vendorSettings.ts';

const answerWithinMs = 15_000;
/** Maximum delay until Twilio lists an accepted message. */
const listedWithinMs = 3 * 60_000;

/** Twilio's error code for a number that has opted out. */
export const twilioOptedOut = 21_610;

const messageAnswer = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string().nullish(),
  date_created: z.string().nullish(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
});
const listAnswer = z.object({ messages: z.array(messageAnswer) });
const errorAnswer = z.object({ code: z.number().optional(), message: z.string().optional() });

/** The number has opted out of text messages. */
export class OptedOutError extends UndeliverableError {}

/** Maps a Twilio status to a delivery state. */
export function smsState(status: string): VendorReport['state'] {
  if (status === 'delivered' || status === 'read') return 'delivered';
  return status === 'failed' || status === 'undelivered' || status === 'canceled' ? 'failed' : 'accepted';
}

export function smsError(code: number | null, message: string | null): string | null {
  if (code === null) return message;
  return `${message ?? 'The text message was not delivered.'} (code ${code})`;
}

function reportOf({ sid, status, error_code, error_message }: z.output<typeof messageAnswer>): VendorReport {
  const state = smsState(status);
  const error = state === 'failed' ? smsError(error_code ?? null, error_message ?? null) : null;
  return {
    vendorReference: sid,
    state,
    error: state === 'failed' ? (error ?? `Twilio: ${status}`) : null,
    ...(state === 'failed' && error_code === twilioOptedOut && { isOptedOut: true }),
  };
}

async function refusal(response: Response): Promise<Error> {
  const { code, message } = errorAnswer.catch({}).parse(await response.json().catch(() => ({})));
  const said = smsError(code ?? null, message ?? `Twilio returned ${response.status}`) ?? '';
  if (code === twilioOptedOut) return new OptedOutError(said);
  if ([401, 403, 408, 429].includes(response.status)) return new NotTakenError(said);
  return response.status < 500 ? new UndeliverableError(said) : new Error(said);
}

/** Text messages through the Twilio REST API. It has no idempotency key, so a lost attempt is found by number and text. */
export function twilioSms(config: TwilioConfig): DeliverySender {
  const authorization = basicAuthorization(config.accountSid, config.authToken);
  const messages = `${config.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(config.accountSid)}/Messages`;

  async function ask<Answer>(url: string, answer: z.ZodType<Answer>, form?: URLSearchParams): Promise<Answer> {
    const init: RequestInit = {
      headers: { authorization, accept: 'application/json' },
      ...(form !== undefined && { method: 'POST', body: form }),
    };
    const response = await askVendor(url, init, answerWithinMs);
    if (!response.ok) throw await refusal(response);
    return answer.parse(await response.json());
  }

  async function send({ to, text }: OutgoingMessage) {
    const number = e164(to);
    if (number === null) throw new UndeliverableError('That is not a phone number.');
    const form = new URLSearchParams({ To: number, From: config.senderNumber, Body: text });
    if (config.statusUrl !== undefined) form.set('StatusCallback', config.statusUrl);
    const { sid } = await ask(`${messages}.json`, messageAnswer, form);
    return { vendorReference: sid, isPending: true };
  }

  async function find({ vendorReference, to, text, attemptedAt, ofOthers }: SentAttempt): Promise<VendorReport | null> {
    if (vendorReference !== null) {
      return reportOf(await ask(`${messages}/${encodeURIComponent(vendorReference)}.json`, messageAnswer));
    }
    const since = new Date(attemptedAt.getTime() - 60_000);
    // Newest first. Not filtered by date sent, because messages still queued at Twilio have none.
    const query = new URLSearchParams({ To: e164(to) ?? to, From: config.senderNumber, PageSize: '1000' });
    const { messages: sent } = await ask(`${messages}.json?${query.toString()}`, listAnswer);
    // The same text may have been sent to the number just before.
    const isOwn = ({ sid, body, date_created: at }: (typeof sent)[number]) =>
      body === text && !ofOthers.includes(sid) && (!at || new Date(at) >= since);
    const found = sent.find((one) => isOwn(one));
    if (found !== undefined) return reportOf(found);
    if (attemptedAt.getTime() > Date.now() - listedWithinMs) throw new Error('Twilio may not list it yet.');
    return null;
  }

  return { vendor: 'twilio', mayRepeat: false, send, find };
}

/** Whether Twilio signed a request: HMAC-SHA1 of the URL and the sorted parameters, keyed with the account's token. */
export function isSignedByTwilio(
  authToken: string,
  url: string,
  params: Record<string, string | readonly string[]>,
  signature: string,
): boolean {
  const given = Buffer.from(signature);
  const text = Object.keys(params)
    .toSorted()
    .map((name) =>
      [...new Set([params[name] ?? ''].flat())]
        .toSorted()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return addressesOf(url).some((address) => {
    const expected = Buffer.from(
      createHmac('sha1', authToken)
        .update(address + text, 'utf8')
        .digest('base64'),
    );
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** Twilio signs the URL with or without the standard port. */
function addressesOf(url: string): string[] {
  const { protocol, port, host, hostname } = new URL(url);
  const standard = protocol === 'https:' ? '443' : '80';
  const rest = url.slice(url.indexOf('/', protocol.length + 2));
  const authority = url.slice(0, url.length - rest.length).replace(/^.*?:\/\//, '');
  const credentials = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@') + 1) : '';
  const withPort = `${protocol}//${credentials}${hostname}:${port || standard}${rest}`;
  const without = `${protocol}//${credentials}${hostname}${rest}`;
  return [...new Set([url, `${protocol}//${credentials}${host}${rest}`, withPort, without])];
}
