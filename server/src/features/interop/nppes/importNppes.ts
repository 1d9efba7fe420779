import { sql } from 'kysely';

import { lockDirectory, lockRegistry } from '../../../core/person-matching/lockPeople.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';
import { ImportReport } from '../report.ts';
import { recordCounts } from '../write/audit.ts';
import { writeOrganizations } from '../write/directory.ts';
import { writePractitioners } from '../write/practitioners.ts';
import { Resolver } from '../write/resolver.ts';
import { refusalOf } from '../write/transaction.ts';
import { NPPES_SYSTEM, organizationDraft, providerDraft } from './drafts.ts';
import { readNppes } from './read.ts';
import { importTaxonomy, loadSpecialties } from './taxonomy.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { ImportTarget } from '../importUnit.ts';
import type { WriteContext } from '../write/context.ts';
import type { NppesFormat } from './format.ts';
import type { NppesRecord } from './record.ts';

export interface NppesFile {
  path: string;
  format: NppesFormat;
}

/** Records per transaction: enough to amortize the cost of each statement, few enough to hold in memory. */
const BATCH_RECORDS = 1000;

/**
 * Imports files of the national provider registry into the directory, which all clients share.
 * @param advance called with the number of records done and their file
 */
export async function importNppes(
  target: ImportTarget,
  files: readonly NppesFile[],
  advance: (howMany: number, file: string) => void,
): Promise<ImportReport> {
  const report = new ImportReport();
  // Import specialty names first, regardless of the order of the files.
  for (const { path } of files.filter(({ format }) => format === 'taxonomy')) {
    await guarded(report, path, () => importTaxonomy(target.db, path, report));
  }
  const specialties = await loadSpecialties(target.db);
  for (const { path, format } of files) {
    if (format === 'taxonomy') continue;
    await guarded(report, path, async () => {
      let batch: NppesRecord[] = [];
      const flush = async () => {
        if (batch.length === 0) return;
        report.add(await importBatch(target, path, batch, specialties));
        advance(batch.length, path);
        batch = [];
      };
      for await (const item of readNppes(path, format, (kind, howMany) => report.leavePart(kind, howMany))) {
        if ('problem' in item) {
          report.reject({ type: 'Practitioner', id: item.npi, line: item.number, reason: item.problem }, path);
          continue;
        }
        batch.push(item.record);
        if (batch.length === BATCH_RECORDS) await flush();
      }
      await flush();
    });
  }
  return report;
}

async function guarded(report: ImportReport, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    report.reject({ type: null, id: null, line: null, reason: error.message }, path);
  }
}

/** If the database rejects a batch, its records are imported one by one. */
async function importBatch(
  target: ImportTarget,
  file: string,
  records: readonly NppesRecord[],
  specialties: ReadonlyMap<string, number>,
): Promise<ImportReport> {
  try {
    return await inTransaction(target.db, async (db) => {
      await lockRegistry(db);
      const context: WriteContext = {
        db,
        storage: target.storage,
        clientId: target.clientId,
        resolver: new Resolver(target.clientId, new Set()),
        report: new ImportReport(file),
        missing: 'clears' as const,
        pending: [],
        storedBinaries: new Map(),
      };
      await write(context, records, specialties);
      if (context.report.hasChanges) await recordCounts(context);
      return context.report;
    });
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    const report = new ImportReport(file);
    const [first] = records;
    if (records.length === 1 && first !== undefined)
      report.reject({ type: 'Practitioner', id: first.npi, line: null, reason });
    else for (const record of records) report.add(await importBatch(target, file, [record], specialties));
    return report;
  }
}

async function write(context: WriteContext, records: readonly NppesRecord[], specialties: ReadonlyMap<string, number>) {
  const unknown = new Set<string>();
  const specialtyId = (code: string) => {
    const id = specialties.get(code);
    if (id === undefined) unknown.add(code);
    return id ?? null;
  };
  const people = records.filter((record) => record.kind === 'person');
  const providers = people.map((record) => providerDraft(record, specialtyId));
  const organizations = records.filter((record) => record.kind === 'organization').map(organizationDraft);
  const keys = [...providers, ...organizations].flatMap((draft) => draft.keys);
  await lockDirectory(context.db, keys);
  await context.resolver.load(context.db, keys);
  await writeOrganizations(context, organizations);
  await writePractitioners(context, providers, { owner: 'nppes', originClientId: null });
  await reactivate(context.db, people);
  await deactivate(
    context,
    records.filter((record) => record.kind === 'deactivated'),
  );
  for (const code of unknown) {
    context.report.remark('kept without a specialty: import the NUCC taxonomy file, which names it', {
      type: 'taxonomy',
      id: code,
    });
  }
}

/** Reactivates an NPI that has a record again, unless the record predates the deactivation. */
async function reactivate(db: Db, records: readonly Pick<Deactivated, 'npi' | 'lastUpdated'>[]): Promise<void> {
  await sql`
    update healthcare_provider p set npi_deactivated_on = null, version = version + 1
    from (select npi, max(coalesce(day, 'infinity')) as day
      from unnest(${records.map(({ npi }) => npi)}::text[],
        ${records.map(({ lastUpdated }) => lastUpdated)}::date[]) as given (npi, day) group by 1) as given
    where given.npi = p.npi_number and given.day >= p.npi_deactivated_on`.execute(db);
}

type Deactivated = Extract<NppesRecord, { kind: 'deactivated' }>;

/**
 * For a deactivated NPI the registry gives only the day, so only existing providers are marked. The list may be older than
 * earlier imports: it is ignored if a record of that day or later, or a later deactivation, is known.
 */
async function deactivate({ db, report }: WriteContext, records: readonly Deactivated[]): Promise<void> {
  if (records.length === 0) return;
  const { rows } = await sql<{ is_new: boolean }>`
    with given as (select npi, max(day) as day from unnest(${records.map(({ npi }) => npi)}::text[],
      ${records.map(({ deactivatedOn }) => deactivatedOn)}::date[]) as given (npi, day) group by 1),
    known as (
      select p.healthcare_provider_id as id, given.day, given.day > coalesce(p.npi_deactivated_on, '-infinity')
        and not exists (select from source_key k where k.client_id is null and k.resource_type = 'Practitioner'
          and k.system = ${NPPES_SYSTEM} and k.value = given.npi
          and (k.source_updated_at at time zone 'UTC')::date >= given.day) as is_new
      from healthcare_provider p join given on given.npi = p.npi_number),
    marked as (
      update healthcare_provider p set npi_deactivated_on = known.day, version = p.version + 1
      from known where known.id = p.healthcare_provider_id and known.is_new)
    select is_new from known`.execute(db);
  const updated = rows.filter((row) => row.is_new).length;
  report.count('providers', 'updated', updated);
  report.count('providers', 'unchanged', rows.length - updated);
  report.keepNot('a deactivated NPI of no provider in the directory', records.length - rows.length);
}
