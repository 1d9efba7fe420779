import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Kysely, PostgresDialect } from 'kysely';
import { generate, PostgresDialect as CodegenDialect } from 'kysely-codegen';
import { Pool } from 'pg';

import { withClient } from './connection.ts';
import { describeSchema } from './describeSchema.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { startThrowawayPostgres } from './throwaway.ts';

/**
 * `npm run db:schema`: writes types.ts and schema.sql from a freshly migrated database, so that both always match the
 * migrations. With `--check` it writes nothing and fails if one of them is out of date.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  for (const [name, wanted] of Object.entries(await generateFiles())) {
    const file = path.join(import.meta.dirname, '..', '..', '..', name);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === wanted) continue;
    if (values.check) {
      console.error(`server/${name} does not match the migrations: run \`npm run db:schema\` and commit it.`);
      process.exitCode = 1;
    } else await writeFile(file, wanted);
  }
}

async function generateFiles(): Promise<Record<string, string>> {
  const server = await startThrowawayPostgres();
  try {
    await migrate({ url: server.url, log: silentLog });
    return {
      'src/platform/db/types.ts': await typesOf(server.url),
      'schema.sql': await withClient({ url: server.url, applicationName: 'careloop-schema' }, describeSchema),
    };
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
