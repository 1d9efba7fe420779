import type { ClinicalCode, CodeSubject, LoadedCodeSystem } from '@careloop/contracts/clinical-record/codes';
import { loadedCodeSystems } from '@careloop/contracts/clinical-record/codes';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';

const found = shape<Omit<ClinicalCode, 'codeSystem'> & { codeSystem: LoadedCodeSystem }, { c: 'clinical_code' }>({
  code: 'c.code',
  codeSystem: sql`c.code_system`,
  description: 'c.description',
});

const systems = Object.keys(loadedCodeSystems) as LoadedCodeSystem[];

/** Names of the code systems that are loaded for a subject. */
export async function findLoaded(db: Db, subject: CodeSubject): Promise<string[]> {
  const possible = systems.filter((system) => loadedCodeSystems[system].subjects.includes(subject));
  const loaded = await Promise.all(
    possible.map((system) =>
      db
        .selectFrom('clinical_code')
        .select('code_system')
        .where('code_system', '=', system)
        .where('is_retired', '=', false)
        .where(sql<boolean>`subjects @> array[${subject}]`)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return possible
    .filter((_system, index) => loaded[index] !== undefined)
    .map((system) => loadedCodeSystems[system].name);
}

/** Codes that begin with the search term, or whose description contains its words; the shortest description first. */
export async function findCodes(db: Db, subject: CodeSubject, searchTerm: string): Promise<ClinicalCode[]> {
  const words = searchTerm
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ');
  if (words === '') return [];
  const prefix = `${searchTerm.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await found.from`clinical_code c
    where not c.is_retired and c.subjects @> array[${subject}]
      and (c.code like ${prefix} or c.words @@ (to_tsquery('simple', ${words}) || to_tsquery('english', ${words})))
    order by c.code like ${prefix} desc, length(c.description), c.description, c.code limit 25`.execute(db);
  return rows.map((row) => ({ ...row, codeSystem: loadedCodeSystems[row.codeSystem].uri }));
}
