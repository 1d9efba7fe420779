import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';

import { codeOf } from '../../../platform/db/errors.ts';
import { isLoopback } from '../../../config/loopback.ts';
import { UndeliverableError } from '../sender.ts';

import type { OutgoingMessage } from '../sender.ts';
import type { EmailSender } from './port.ts';

/** Timeouts in milliseconds. `whole` limits all of it, for a server that responds just before each timeout. */
const timeouts = { connect: 10_000, greet: 10_000, answer: 20_000, whole: 40_000 };

/**
 * Sends through an SMTP server.
 * A packet is attached, and a disposition notification is requested: this is how Direct messages are sent through the SMTP
 * server of a HISP, which signs and encrypts them.
 * @param url smtps://user:password@host:port for implicit TLS, or smtp:// for STARTTLS (see `requiresTls`)
 */
export function smtpSender(url: string, { connect, greet, answer, whole } = timeouts, vendor = 'smtp'): EmailSender {
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
    vendor,
    mayRepeat: true,
    async send(message: OutgoingMessage) {
      try {
        const { response } = await transport.sendMail({ ...mailOf(message), signal: AbortSignal.timeout(whole) });
        return { vendorReference: response };
      } catch (error) {
        throw isRefusedForGood(error) ? new UndeliverableError(error.message, { cause: error }) : error;
      }
    },
  };
}

function mailOf({ to, from, subject, text, messageId, date, packet }: OutgoingMessage): SendMailOptions {
  const mail = { to, from, subject, text, messageId, date };
  if (packet === undefined) return mail;
  return {
    ...mail,
    headers: { 'Disposition-Notification-To': from },
    attachments: [{ filename: packet.fileName, content: Buffer.from(packet.bytes), contentType: 'application/pdf' }],
    // Fixed, so that a repeated message has the same bytes.
    baseBoundary: `packet-${packet.sha256.slice(0, 24)}`,
  };
}

/**
 * Whether TLS is required: true except on loopback addresses, unless the URL has `?requireTLS=false`. Nothing is then sent
 * to a server that does not offer STARTTLS, or if an attacker strips the offer.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const said = searchParams.get('requireTLS');
  return said === null ? !isLoopback(hostname) : said !== 'false';
}

/** True for a 5xx response to the addresses or the message. Refused credentials are excluded: the operator can fix them. */
function isRefusedForGood(error: unknown): error is Error {
  const code = codeOf(error);
  if (!(error instanceof Error) || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return false;
  return 'responseCode' in error && Number(error.responseCode) >= 500;
}
