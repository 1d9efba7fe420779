import { Client, types } from 'pg';

const { builtins, getTypeParser } = types;

/** bigint and numeric as numbers: all values of the bench are small. */
const numeric: readonly number[] = [builtins.INT8, builtins.NUMERIC];
const bigintArray = 1016;
const integerArray = 1007;

/** Opens a connection to a database of the bench, as its superuser. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'careloop-bench',
    types: {
      getTypeParser: (oid: number) => {
        if (numeric.includes(oid)) return Number;
        return getTypeParser(oid === bigintArray ? integerArray : oid) as (value: string) => unknown;
      },
    },
  });
  await client.connect();
  return client;
}

/** Creates a database on a server; empty unless a template is named. */
export async function makeDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database ${name} with (force)`);
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const server = await connect(serverUrl);
  await server.query(statement);
  await server.end();
}
