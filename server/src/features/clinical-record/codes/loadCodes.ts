import path from 'node:path';

import { sql } from 'kysely';

import type { Database, Db } from '../../../platform/db/client.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { CodeAdapter, LoadedCode } from './code.ts';
import { loinc } from './loinc.ts';
import { rxnorm } from './rxnorm.ts';
import { snomed } from './snomed.ts';

const adapters: readonly CodeAdapter[] = [rxnorm, snomed, loinc];

/** Codes per statement. */
const batchSize = 2_000;

export interface LoadedCodes {
  read: number;
  /** New codes and those that changed. */
  written: number;
  /** Codes that this release does not have; kept because records refer to them, but no longer offered. */
  retired: number;
}

/** The adapter that reads a table with this name. */
export const findAdapter = (file: string): CodeAdapter | undefined =>
  adapters.find(({ fileName }) => fileName.test(path.basename(file)));

/**
 * Loads a distributed table in a single transaction.
 * @throws Error with the reason: not such a table, cut off, or with less than half of the codes that are loaded
 */
export async function loadCodes(db: Database, adapter: CodeAdapter, file: string): Promise<LoadedCodes> {
  return inTransaction(db, async (transaction) => {
    const total: LoadedCodes = { read: 0, written: 0, retired: 0 };
    const seen = new Set<string>();
    let batch: LoadedCode[] = [];
    for await (const code of adapter.read(file)) {
      // Of several names of one code, the first counts.
      if (seen.has(code.code)) continue;
      seen.add(code.code);
      batch.push(code);
      if (batch.length < batchSize) continue;
      await write(transaction, adapter, batch, total);
      batch = [];
    }
    await write(transaction, adapter, batch, total);
    if (total.read === 0) throw new Error('It contains no codes');
    total.retired = await retireOthers(transaction, adapter, [...seen]);
    return total;
  });
}

async function write(db: Db, { codeSystem }: CodeAdapter, codes: LoadedCode[], total: LoadedCodes): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into clinical_code as c (code_system, code, description, subjects)
    select ${codeSystem}, code, description, string_to_array(subjects, ',')
    from unnest(${codes.map((one) => one.code)}::text[], ${codes.map((one) => one.description)}::text[],
      ${codes.map((one) => one.subjects.join(','))}::text[]) as loaded (code, description, subjects)
    on conflict (code_system, code) do update
    set description = excluded.description, subjects = excluded.subjects, is_retired = false
    where (c.description, c.subjects, c.is_retired) is distinct from (excluded.description, excluded.subjects, false)`.execute(
    db,
  );
  total.read += codes.length;
  total.written += Number(numAffectedRows);
}

async function retireOthers(db: Db, { codeSystem }: CodeAdapter, codes: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('clinical_code')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('code_system', '=', codeSystem)
    .where('is_retired', '=', false)
    .executeTakeFirstOrThrow();
  if (codes.length < count / 2)
    throw new Error(`It contains ${codes.length} codes, less than half of the ${count} that would then be loaded`);
  const { numAffectedRows } = await sql`
    update clinical_code c set is_retired = true
    where code_system = ${codeSystem} and not is_retired
      and not exists (select from unnest(${codes}::text[]) as listed (code) where listed.code = c.code)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
