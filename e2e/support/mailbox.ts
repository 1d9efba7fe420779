import { startSmtpServer } from '@careloop/server/test/smtpServer';
import type { SmtpServer } from '@careloop/server/test/smtpServer';

let server: SmtpServer | undefined;

/** The mail server of this worker's product. */
export async function startMailbox(): Promise<Pick<SmtpServer, 'url' | 'stop'>> {
  server = await startSmtpServer();
  return server;
}

/** The texts of all mail to an address until now, as a person reads them. */
export function mailTo(recipient: string): string[] {
  return (server?.messages ?? []).filter(({ to }) => to === recipient).map(({ text }) => decode(text));
}

/** Quoted-printable, as far as plain English goes. */
function decode(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
