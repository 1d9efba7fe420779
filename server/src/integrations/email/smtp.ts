import { createTransport } from 'nodemailer';

import { codeOf } from '../../db/errors.ts';
import { UndeliverableError } from './port.ts';

import type { EmailMessage, EmailSender } from './port.ts';

/** What a server may take, in milliseconds. `whole` is for all of it, with one that answers just before each timeout. */
const patience = { connect: 10_000, greet: 10_000, answer: 20_000, whole: 40_000 };

/**
 * Sends through an SMTP server.
 * @param url smtp://user:password@host:port, or smtps:// for TLS from the start; with smtp:// TLS is used when offered
 */
export function smtpSender(url: string, { connect, greet, answer, whole } = patience): EmailSender {
  const transport = createTransport({
    url,
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

/** A 5xx answer to the addresses or the message. One to the sign-in is ours to mend, and may well be tomorrow. */
function isRefusedForGood(error: unknown): error is Error {
  const code = codeOf(error);
  if (!(error instanceof Error) || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return false;
  return 'responseCode' in error && Number(error.responseCode) >= 500;
}
