import path from 'node:path';

import { sql } from 'kysely';

import type { Database, Db } from '../../../platform/db/client.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { readLines } from '../../../platform/files/lines.ts';
import { readOrderLine } from './diagnosisFile.ts';
import type { DiagnosisCode } from './diagnosisFile.ts';

/** Codes per statement. */
const batchSize = 2_000;

export interface LoadedDiagnoses {
  read: number;
  /** New codes and those whose text or billable flag changed. */
  written: number;
  /** Codes that are not in this edition; kept because records refer to them, but no longer offered. */
  retired: number;
  /** The year in the file name; null if there is none, in which case no codes are retired. */
  edition: number | null;
}

/**
 * Loads an order file, plain or gzip, in a single transaction.
 * @throws Error with the reason: an invalid line, a truncated file, or an edition older than the one loaded
 */
export async function loadDiagnoses(db: Database, file: string): Promise<LoadedDiagnoses> {
  const edition = editionOf(file);
  return inTransaction(db, async (transaction) => {
    await requireNewest(transaction, edition);
    const total: LoadedDiagnoses = { read: 0, written: 0, retired: 0, edition };
    const codes: string[] = [];
    let batch: DiagnosisCode[] = [];
    for await (const code of readCodes(file)) {
      batch.push(code);
      codes.push(code.code);
      if (batch.length < batchSize) continue;
      await write(transaction, batch, total);
      batch = [];
    }
    await write(transaction, batch, total);
    if (total.read === 0) throw new Error('It contains no codes');
    if (edition !== null) total.retired = await retireOthers(transaction, edition, codes);
    return total;
  });
}

/** The edition year is only in the file name: icd10cm_order_2026.txt. */
function editionOf(file: string): number | null {
  const year = /(?<!\d)20\d\d(?!\d)/.exec(path.basename(file))?.[0];
  return year === undefined ? null : Number(year);
}

async function requireNewest(db: Db, edition: number | null): Promise<void> {
  const { latest } = await db
    .selectFrom('diagnosis_edition')
    .select((select) => select.fn.max('year').as('latest'))
    .executeTakeFirstOrThrow();
  if (latest === null) return;
  if (edition === null)
    throw new Error(`The file name must contain the edition year: edition ${latest} is already loaded`);
  if (edition < latest) throw new Error(`It is the ${edition} edition, but the ${latest} edition is already loaded`);
}

async function* readCodes(file: string): AsyncGenerator<DiagnosisCode> {
  for await (const { text, number, isCut } of readLines(file)) {
    const code = readCode(text, number);
    if (isCut && (number > 1 || code?.isCut === true)) throw new Error(`It ends in the middle of line ${number}`);
    if (code !== null) yield code;
  }
}

function readCode(line: string, number: number): DiagnosisCode | null {
  try {
    return readOrderLine(line);
  } catch (error) {
    throw new Error(`Line ${number} is ${(error as Error).message}`, { cause: error });
  }
}

async function write(db: Db, codes: DiagnosisCode[], total: LoadedDiagnoses): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into diagnosis_code as d (code, description, is_billable)
    select * from unnest(${codes.map((one) => one.code)}::text[], ${codes.map((one) => one.description)}::text[],
      ${codes.map((one) => one.isBillable)}::boolean[])
    on conflict (code) do update
    set description = excluded.description, is_billable = excluded.is_billable, is_retired = false
    where (d.description, d.is_billable, d.is_retired) is distinct from (excluded.description, excluded.is_billable, false)`.execute(
    db,
  );
  total.read += codes.length;
  total.written += Number(numAffectedRows);
}

async function retireOthers(db: Db, edition: number, codes: readonly string[]): Promise<number> {
  // An anti-join, because "not any" would compare every code with the whole list: minutes instead of a second.
  const { numAffectedRows } = await sql`
    update diagnosis_code d set is_retired = true
    where not is_retired and not exists (select from unnest(${codes}::text[]) as listed (code) where listed.code = d.code)`.execute(
    db,
  );
  await sql`insert into diagnosis_edition (year) values (${edition}) on conflict (year) do update set loaded_at = now()`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
