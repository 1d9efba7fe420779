import { z } from 'zod';

import { e164 } from '../e164.ts';
import { NotTakenError, UndeliverableError } from '../sender.ts';
import type { SentAttempt, OutgoingMessage, VendorReport } from '../sender.ts';
import { askVendor, basicAuthorization } from '../vendorHttp.ts';
import type { FaxSender } from './port.ts';
import type { SinchFaxConfig } from '../../../config/vendorSettings.ts';

/** Long, because a fax of 75 pages has several megabytes. */
const sendWithinMs = 45_000;
const answerWithinMs = 15_000;
/** Maximum delay until the service lists an accepted fax. */
const listedWithinMs = 3 * 60_000;
/** Maximum number of faxes to one number that are searched for an attempt. */
const maxFound = 1_000;

const faxAnswer = z.object({
  id: z.string(),
  status: z.enum(['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILURE']),
  errorCode: z.coerce.string().nullish(),
  errorMessage: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
});
const listAnswer = z.object({ faxes: z.array(faxAnswer).nullish() });
const numbersAnswer = z.object({ availableNumbers: z.array(z.object({ phoneNumber: z.string() })).nullish() });
const rentedAnswer = z.object({ phoneNumber: z.string() });

function reportOf(fax: z.output<typeof faxAnswer>): VendorReport {
  if (fax.status === 'COMPLETED') return { vendorReference: fax.id, state: 'delivered', error: null };
  if (fax.status !== 'FAILURE') return { vendorReference: fax.id, state: 'accepted', error: null };
  const said = [fax.errorMessage, fax.errorCode && `code ${fax.errorCode}`].filter(Boolean).join(', ');
  return { vendorReference: fax.id, state: 'failed', error: said || 'The fax was not answered.' };
}

/** Error for an unsuccessful response. Refused credentials count as temporary, because the operator can fix them. */
async function refusal(response: Response): Promise<Error> {
  const said = `The fax service returned ${response.status}: ${(await response.text()).slice(0, 300)}`;
  if ([401, 403, 408, 429].includes(response.status)) return new NotTakenError(said);
  return response.status < 500 ? new UndeliverableError(said) : new Error(said);
}

/** Sinch Fax API, version 3. Each attempt carries our reference as a label, by which it can be looked up. */
export function sinchFax(config: SinchFaxConfig): FaxSender {
  const authorization = basicAuthorization(config.keyId, config.keySecret);
  const faxes = `${config.apiUrl}/v3/projects/${encodeURIComponent(config.projectId)}/faxes`;
  const numbers = `${config.numbersUrl}/v1/projects/${encodeURIComponent(config.projectId)}/availableNumbers`;

  async function ask<Answer>(url: string, answer: z.ZodType<Answer>, body?: object): Promise<Answer> {
    const init: RequestInit = {
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    };
    const response = await askVendor(url, init, body === undefined ? answerWithinMs : sendWithinMs);
    if (!response.ok) throw await refusal(response);
    return answer.parse(await response.json());
  }

  async function send({ to, from, packet, reference }: OutgoingMessage) {
    const number = e164(to);
    const sender = from === '' ? config.from : from;
    if (number === null) throw new UndeliverableError('That is not a fax number.');
    if (packet === undefined) throw new UndeliverableError('There is nothing to fax.');
    const fax = await ask(faxes, faxAnswer, {
      to: number,
      ...(sender !== undefined && { from: sender }),
      files: [{ file: Buffer.from(packet.bytes).toString('base64'), fileType: 'PDF' }],
      labels: { reference },
      // Retries are our own attempts, recorded in the ledger.
      maxRetries: 0,
      ...(config.callbackUrl !== undefined && {
        callbackUrl: config.callbackUrl(reference),
        callbackUrlContentType: 'application/json',
      }),
    });
    return { vendorReference: fax.id, isPending: true };
  }

  async function find({ reference, vendorReference, to, attemptedAt }: SentAttempt): Promise<VendorReport | null> {
    if (vendorReference !== null) {
      return reportOf(await ask(`${faxes}/${encodeURIComponent(vendorReference)}`, faxAnswer));
    }
    // Sinch's filter reads `createTime>=2021-10-01T00:00:00Z`, so the `>` is part of the parameter name.
    const query = new URLSearchParams({ direction: 'OUTBOUND', to: e164(to) ?? to, pageSize: String(maxFound) });
    query.set('createTime>', new Date(attemptedAt.getTime() - 60_000).toISOString());
    const { faxes: found } = await ask(`${faxes}?${query.toString()}`, listAnswer);
    const fax = found?.find(({ labels }) => labels?.['reference'] === reference);
    if (fax !== undefined) return reportOf(fax);
    if ((found?.length ?? 0) >= maxFound) throw new Error('Too many faxes to find one among them');
    if (attemptedAt.getTime() > Date.now() - listedWithinMs) throw new Error('The service may not list it yet.');
    return null;
  }

  async function areaCodes(): Promise<string[]> {
    const { availableNumbers } = await ask(`${numbers}?regionCode=US&type=LOCAL&size=100`, numbersAnswer);
    const codes = (availableNumbers ?? []).map(({ phoneNumber }) => /^\+1(\d{3})/.exec(phoneNumber)?.[1] ?? '');
    return [...new Set(codes)].filter((code) => code !== '').toSorted();
  }

  async function provision(areaCode: string): Promise<string> {
    const { phoneNumber } = await ask(`${numbers}:rentAny`, rentedAnswer, {
      regionCode: 'US',
      type: 'LOCAL',
      numberPattern: { pattern: `+1${areaCode}`, searchPattern: 'START' },
      voiceConfiguration: { type: 'FAX' },
    });
    return phoneNumber;
  }

  return { vendor: 'sinch', mayRepeat: false, send, find, areaCodes, provision };
}
