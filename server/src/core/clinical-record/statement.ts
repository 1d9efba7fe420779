import type { Statement } from '@careloop/contracts/clinical-record';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { readCursor } from '../../platform/db/cursor.ts';
import { shape } from '../../platform/db/shape.ts';
import { userName } from '../../platform/identity/userName.ts';

const document = shape<NonNullable<Statement['document']>, { d: 'patient_document' }>({
  patientDocumentId: 'd.patient_document_id',
  documentName: 'd.document_name',
});

/** Where the statement in a row of the clinical record comes from, by the alias of its table. */
export function statementOf(alias: string) {
  const column = <Value>(name: string) => sql<Value>`${sql.ref(`${alias}.${name}`)}`;
  return {
    statedBy: column<string | null>('stated_by'),
    sourceSystem: column<string | null>('source_system'),
    enteredByName: userName(`${alias}.entered_by_user_id`),
    document: sql<Statement['document']>`(select ${document.json} from patient_document d
      where d.patient_document_id = ${sql.ref(`${alias}.patient_document_id`)})`,
    isEnteredInError: column<boolean>('is_entered_in_error'),
    version: column<number>('version'),
  };
}

/** A date as exact as it was stated: 2026-03-14, 2026-03 or 2026. */
export function partialDay(day: string, precision: string): RawBuilder<string | null> {
  return sql`to_char(${sql.ref(day)}, case ${sql.ref(precision)} when 'year' then 'YYYY' when 'month' then 'YYYY-MM'
    else 'YYYY-MM-DD' end)`;
}

/** SQL condition: the rows that a list shows. */
export function isShown(alias: string, { includesErrors }: { includesErrors: boolean }): RawBuilder<unknown> {
  return includesErrors ? sql`true` : sql`not ${sql.ref(`${alias}.is_entered_in_error`)}`;
}

/** SQL condition: the rows behind a cursor in a list by day, newest first and those without one last, then by id. */
export function behindDay(day: string, idColumn: string, cursor: string | undefined): RawBuilder<unknown> {
  const after = readCursor(cursor);
  if (after === null) return sql`true`;
  const [at, id] = [sql.ref(day), sql.ref(idColumn)];
  if (after.key === '') return sql`(${at} is null and ${id} > ${after.id})`;
  return sql`(${at} < ${after.key}::date or ${at} is null or (${at} = ${after.key}::date and ${id} > ${after.id}))`;
}

/** SQL condition: the rows behind a cursor in a list by kind, then by id. */
export function behindKind(kind: string, idColumn: string, cursor: string | undefined): RawBuilder<unknown> {
  const after = readCursor(cursor);
  return after === null ? sql`true` : sql`(${sql.ref(kind)}, ${sql.ref(idColumn)}) > (${after.key}, ${after.id})`;
}

/** The day of a row as the key of a cursor; empty without one. */
export function keyOf(day: string): RawBuilder<string> {
  return sql`coalesce(${sql.ref(day)}::text, '')`;
}

/** The number of all rows of a list. The rows themselves say it if the list has one page. */
export async function countAll(
  db: Db,
  from: RawBuilder<unknown>,
  page: { items: readonly unknown[]; nextCursor: string | null },
  cursor: string | undefined,
): Promise<number> {
  if (cursor === undefined && page.nextCursor === null) return page.items.length;
  const { rows } = await sql<{ number: number }>`select count(*)::int as number from ${from}`.execute(db);
  return rows[0]?.number ?? 0;
}
