import { setTimeout as sleep } from 'node:timers/promises';

import { withClient } from '../src/db/connection.ts';
import { codeOf } from '../src/db/errors.ts';

import type { Client } from 'pg';

const sourceBeingAccessed = '55006';
const CLONE_ATTEMPTS = 50;

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Creates a database, fills it, and closes it to connections, so that it can be cloned.
 * @param serverUrl of any other database of the server, as superuser
 */
export async function createTemplate(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const admin = { url: serverUrl, applicationName: 'careloop-test-setup' };
  await withClient(admin, (client) => client.query(`create database ${name}`));
  await fill(databaseUrl(serverUrl, name));
  // A template somebody is connected to cannot be cloned, so nobody may be.
  await withClient(admin, (client) =>
    client.query(`alter database ${name} with is_template true allow_connections false`),
  );
}

export interface ClonedDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new database with all that the template holds. */
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

/** Files start at once; one of them may hold the template while another wants to read it. */
async function clone(client: Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      if (codeOf(error) !== sourceBeingAccessed || attempt === CLONE_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}
