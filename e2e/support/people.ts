import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { withClient } from '@careloop/server/src/platform/db/connection';
import { generateSync } from 'otplib';

import { databaseUrl } from './address.ts';

// Users for journeys that would disturb the demo organization. Each has their own client, created on the command line,
// and is put into a state that no screen can create.

const root = path.join(import.meta.dirname, '..', '..');

export interface Person {
  username: string;
  email: string;
  client: string;
}

/** Creates a care coordinator on the command line. */
export async function createPerson(username: string, password: string, ...flags: string[]): Promise<Person> {
  const person = { username, email: `${username}@example.org`, client: `Clinic of ${username}` };
  const options = { username, email: person.email, client: person.client, 'first-name': 'Robin', 'last-name': 'Marsh' };
  const args = Object.entries({ ...options, type: 'care_coordinator' }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const command = spawn(process.execPath, ['server/src/commands/admin.ts', 'create-user', ...args, ...flags], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl() },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  command.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  command.stdin.end(`${password}\n`);
  const [code] = (await once(command, 'close')) as [number | null];
  if (code !== 0) throw new Error(`create-user ended with ${String(code)}\n${said}`);
  return person;
}

/** Makes the person's client require a second factor. */
export async function requireSecondFactor({ client }: Person): Promise<void> {
  await runStatement(
    `insert into client_feature (client_id, feature)
     select client_id, 'twoFactorAuthentication' from client where display_name = $1`,
    [client],
  );
}

/** Moves the start of the person's sessions back by an interval such as `11 hours 50 minutes`. */
export async function ageSessions({ username }: Person, interval: string): Promise<void> {
  await runStatement(
    `update user_session set created_at = now() - $2::interval
     where user_id = (select user_id from user_account where username = $1) and ended_at is null`,
    [username, interval],
  );
}

/** Changes rows that the product cannot change. */
export async function runStatement(statement: string, values: readonly unknown[]): Promise<void> {
  await withClient({ url: databaseUrl(), applicationName: 'journeys' }, (client) =>
    client.query(statement, [...values]),
  );
}

const stepSeconds = 30;

/** The code an authenticator app shows. Each code works once; the next code is already accepted. */
export function codeOf(secret: string, { isNext = false } = {}): string {
  const epoch = Math.floor(Date.now() / 1000) + (isNext ? stepSeconds : 0);
  return generateSync({ secret: secret.replaceAll(' ', ''), epoch });
}
