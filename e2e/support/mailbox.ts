import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { startSmtpServer } from '@careloop/server/test/smtpServer';

interface Mail {
  to: string;
  text: string;
}

/** The mail server of all journeys. Their processes read what it took from a folder. */
export async function startMailbox(): Promise<{ url: string; folder: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'careloop-mail-'));
  const server = await startSmtpServer((mail) =>
    writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(mail)),
  );
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, folder, stop };
}

/** The texts of all mail to an address until now, as a person reads them. */
export async function mailTo(recipient: string): Promise<string[]> {
  const folder = process.env['CARELOOP_MAILBOX'] ?? '';
  const names = await readdir(folder);
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Mail),
  );
  return mails.filter(({ to }) => to === recipient).map(({ text }) => decode(text));
}

/** Quoted-printable, as far as plain English goes. */
function decode(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
