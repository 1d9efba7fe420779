import { startSmtpServer } from '@careloop/server/test/smtpServer';
import type { SmtpServer } from '@careloop/server/test/smtpServer';

let server: SmtpServer | undefined;

/** The mail server of this worker's product. */
export async function startMailbox(): Promise<Pick<SmtpServer, 'url' | 'stop'>> {
  server = await startSmtpServer();
  return server;
}

/** The decoded texts of all mail sent to an address so far. */
export function mailTo(recipient: string): string[] {
  return (server?.messages ?? []).filter(({ to }) => to === recipient).map(({ text }) => decode(text));
}

/** Decodes quoted-printable, as far as plain English text needs it. */
function decode(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
