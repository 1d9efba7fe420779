import { createTransport } from 'nodemailer';

import { codeOf } from '../../db/errors.ts';
import { isLoopback } from '../../http/loopback.ts';
import { UndeliverableError } from './port.ts';

import type { EmailMessage, EmailSender } from './port.ts';

/** What a server may take, in milliseconds. `whole` is for all of it, with one that answers just before each timeout. */
const patience = { connect: 10_000, greet: 10_000, answer: 20_000, whole: 40_000 };

/**
 * Sends through an SMTP server.
 * @param url smtps://user:password@host:port for TLS from the start, or smtp:// for TLS after the greeting: see `requiresTls`
 */
export function smtpSender(url: string, { connect, greet, answer, whole } = patience): EmailSender {
  const transport = createTransport({
    url,
    requireTLS: requiresTls(url),
    dnsTimeout: connect,
    connectionTimeout: connect,
    greetingTimeout: greet,
    socketTimeout: answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    vendor: 'smtp',
    async send(message: EmailMessage) {
      try {
        const { response } = await transport.sendMail({ ...message, signal: AbortSignal.timeout(whole) });
        return { vendorReference: response };
      } catch (error) {
        throw isRefusedForGood(error) ? new UndeliverableError(error.message, { cause: error }) : error;
      }
    },
  };
}

/**
 * Whether nothing may be said before there is TLS: everywhere but on this machine, unless the address says
 * `?requireTLS=false`. A server that offers none, or somebody between who takes the offer away, then gets nothing.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const said = searchParams.get('requireTLS');
  return said === null ? !isLoopback(hostname) : said !== 'false';
}

/** A 5xx answer to the addresses or the message. One to the sign-in is ours to mend, and may well be tomorrow. */
function isRefusedForGood(error: unknown): error is Error {
  const code = codeOf(error);
  if (!(error instanceof Error) || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return false;
  return 'responseCode' in error && Number(error.responseCode) >= 500;
}
