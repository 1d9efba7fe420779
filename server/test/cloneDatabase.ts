import { setTimeout as sleep } from 'node:timers/promises';

import { withClient } from '../src/platform/db/connection.ts';
import { codeOf } from '../src/platform/db/errors.ts';

import type { Client } from 'pg';

const sourceBeingAccessed = '55006';
const CLONE_ATTEMPTS = 50;

/** URL of another database on the same server. */
function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Creates a database, fills it, and disallows connections, so that it can be cloned.
 * @param serverUrl URL of any other database on the server, as superuser
 */
export async function createTemplate(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const admin = { url: serverUrl, applicationName: 'careloop-test-setup' };
  await withClient(admin, (client) => client.query(`create database ${name}`));
  await fill(databaseUrl(serverUrl, name));
  // A template with open connections cannot be cloned.
  await withClient(admin, (client) =>
    client.query(`alter database ${name} with is_template true allow_connections false`),
  );
}

export interface ClonedDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a copy of the template. */
export async function cloneDatabase(serverUrl: string, template: string, name: string): Promise<ClonedDatabase> {
  const admin = { url: serverUrl, applicationName: 'careloop-test' };
  await withClient(admin, (client) => clone(client, template, name));
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Retries, because test files start at the same time and one may lock the template. */
async function clone(client: Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copying files takes half the time of writing each block to the log, which nobody replays here.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if (codeOf(error) !== sourceBeingAccessed || attempt === CLONE_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}
