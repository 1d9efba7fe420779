import { sql } from 'kysely';

import { inTransaction } from '../../../platform/db/transaction.ts';
import { lockRegistry } from '../../../core/person-matching/lockPeople.ts';
import { readCsv } from '../../../platform/files/csv.ts';
import { nppesLimits } from './format.ts';

import type { Database, Db } from '../../../platform/db/client.ts';
import type { ImportReport } from '../report.ts';

/**
 * Imports specialty names from the taxonomy of the National Uniform Claim Committee; registry files contain only the codes. An
 * existing specialty keeps its name.
 */
export async function importTaxonomy(db: Database, path: string, report: ImportReport): Promise<void> {
  const rows: { name: string; taxonomy_code: string }[] = [];
  for await (const { field } of readCsv(path, nppesLimits)) {
    const [code, section] = [field('Code'), field('Section')];
    const name = field('Display Name') ?? field('Specialization') ?? field('Classification');
    // Codes for organizations such as hospitals and laboratories are not specialties of a provider.
    if (code === null || name === null || section === 'Non-Individual') continue;
    rows.push({ name, taxonomy_code: code });
  }
  const created = await inTransaction(db, async (transaction) => {
    await lockRegistry(transaction);
    const { rows: added } = await sql`
      insert into healthcare_provider_specialty (name, taxonomy_code)
      select name, taxonomy_code from json_populate_recordset(null::healthcare_provider_specialty, ${JSON.stringify(rows)}::json) given
      where not exists (select from healthcare_provider_specialty s where s.taxonomy_code = given.taxonomy_code and s.client_id is null)
      on conflict do nothing returning 1`.execute(transaction);
    return added.length;
  });
  report.count('specialties', 'created', created);
  report.count('specialties', 'unchanged', rows.length - created);
}

/** Specialty ids by taxonomy code. */
export async function loadSpecialties(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('healthcare_provider_specialty')
    .select(['taxonomy_code as code', 'healthcare_provider_specialty_id as id'])
    .where('taxonomy_code', 'is not', null)
    .where('client_id', 'is', null)
    .orderBy('healthcare_provider_specialty_id', 'desc')
    .execute();
  return new Map(rows.map(({ code, id }) => [code ?? '', id]));
}
