import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Kysely, PostgresDialect } from 'kysely';
import { generate, PostgresDialect as CodegenDialect } from 'kysely-codegen';
import { Pool } from 'pg';

import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { startThrowawayPostgres } from './throwaway.ts';

/**
 * `npm run db:types`: writes types.ts from a freshly migrated database, so that the types always match the migrations. With
 * `--check` it writes nothing and fails if the file is out of date.
 */
const typesFile = path.join(import.meta.dirname, 'types.ts');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const wanted = await typesOfMigrations();
  const current = await readFile(typesFile, 'utf8').catch(() => '');
  if (current === wanted) return;
  if (values.check) {
    console.error(
      'server/src/platform/db/types.ts does not match the migrations: run `npm run db:types` and commit it.',
    );
    process.exitCode = 1;
    return;
  }
  await writeFile(typesFile, wanted);
}

async function typesOfMigrations(): Promise<string> {
  const server = await startThrowawayPostgres();
  try {
    await migrate({ url: server.url, log: silentLog });
    return await typesOf(server.url);
  } finally {
    await server.stop();
  }
}

async function typesOf(url: string): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 1 });
  // The pool ends shortly before its connection closes, which may then report the server's shutdown as an error.
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await generate({
      db,
      dialect: new CodegenDialect({ dateParser: 'string', numericParser: 'number' }),
      outFile: null,
      partitions: false,
      typeOnlyImports: true,
      // Matches the parsers in values.ts.
      typeMapping: { int8: 'number' },
    });
  } finally {
    await db.destroy();
  }
}

await main();
