import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

import { sql } from 'kysely';

import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readOrderLine } from './diagnosisFile.ts';
import type { DiagnosisCode } from './diagnosisFile.ts';

/** Codes in one statement. */
const batchSize = 2_000;

export interface LoadedDiagnoses {
  read: number;
  /** New codes and those whose text or billing changed. */
  written: number;
}

/**
 * Loads an order file, plain or gzip, in one transaction: all of it or nothing. Codes that the file does not name stay,
 * since records refer to them.
 * @throws Error naming the line that is none
 */
export async function loadDiagnoses(db: Database, file: string): Promise<LoadedDiagnoses> {
  return inTransaction(db, async (transaction) => {
    const total: LoadedDiagnoses = { read: 0, written: 0 };
    let batch: DiagnosisCode[] = [];
    for await (const code of readCodes(file)) {
      batch.push(code);
      if (batch.length < batchSize) continue;
      await write(transaction, batch, total);
      batch = [];
    }
    await write(transaction, batch, total);
    return total;
  });
}

async function* readCodes(file: string): AsyncGenerator<DiagnosisCode> {
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    const code = readCode(line, number);
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
    on conflict (code) do update set description = excluded.description, is_billable = excluded.is_billable
    where (d.description, d.is_billable) is distinct from (excluded.description, excluded.is_billable)`.execute(db);
  total.read += codes.length;
  total.written += Number(numAffectedRows);
}
