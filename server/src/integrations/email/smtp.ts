import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';

import { codeOf } from '../../db/errors.ts';
import { isLoopback } from '../../http/loopback.ts';
import { UndeliverableError } from '../sender.ts';

import type { OutgoingMessage } from '../sender.ts';
import type { EmailSender } from './port.ts';

/** What a server may take, in milliseconds. `whole` is for all of it, with one that answers just before each timeout. */
const patience = { connect: 10_000, greet: 10_000, answer: 20_000, whole: 40_000 };

/**
 * Sends through an SMTP server.
 * A message with a packet is sent as mail with the packet attached and asks for a disposition notification: that is how Direct
 * messages are sent through the SMTP of a HISP, which signs and encrypts them.
 * @param url smtps://user:password@host:port for TLS from the start, or smtp:// for TLS after the greeting: see `requiresTls`
 */
export function smtpSender(url: string, { connect, greet, answer, whole } = patience, vendor = 'smtp'): EmailSender {
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
    // So that the same message has the same bytes.
    baseBoundary: `packet-${packet.sha256.slice(0, 24)}`,
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
