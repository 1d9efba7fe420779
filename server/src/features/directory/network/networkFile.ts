import { isNpi } from '@careloop/contracts/fields/identifiers';

import { readCsv } from '../../../platform/files/csv.ts';

// A CSV file with a header and any number of rows per provider, each with an affiliation, an insurance plan, or both.

const networkColumns = ['npi', 'affiliation', 'primary', 'carrier', 'plan'] as const;

/** In `affiliation` or `carrier`: the provider has none. An empty cell changes nothing. */
const none = 'none';

export interface Problem {
  line: number;
  message: string;
}

export interface StatedTier {
  line: number;
  name: string;
  isPrimary: boolean;
}

export interface StatedPlan {
  line: number;
  carrier: string;
  plan: string;
}

/** What the rows of one provider state. */
export interface StatedNetwork {
  npi: string;
  /** Of the first row. */
  line: number;
  /** Undefined if no row states any, or if a row cannot be understood: an incomplete list must not replace a complete one. */
  tiers?: StatedTier[] | undefined;
  plans?: StatedPlan[] | undefined;
}

export interface NetworkFile {
  providers: StatedNetwork[];
  problems: Problem[];
}

interface Row {
  line: number;
  /** Whether it has as many cells as the header; otherwise a value may stand in the wrong column. */
  isComplete: boolean;
  npi: string | null;
  affiliation: string | null;
  primary: string | null;
  carrier: string | null;
  plan: string | null;
}

/** Reads a file, plain or gzip. @throws Error with the reason if it has other columns, or UnreadableFile */
export async function readNetworkFile(path: string): Promise<NetworkFile> {
  const rowsOf = new Map<string, Row[]>();
  const problems: Problem[] = [];
  for await (const row of readRows(path)) {
    const { npi, line, isComplete } = row;
    if (!isComplete) problems.push({ line, message: 'it has more or fewer cells than the header' });
    if (npi === null || !isNpi(npi)) {
      problems.push({ line, message: npi === null ? 'the NPI is missing' : `${npi} is not an NPI` });
      continue;
    }
    const rows = rowsOf.get(npi);
    if (rows === undefined) rowsOf.set(npi, [row]);
    else rows.push(row);
  }
  if (rowsOf.size === 0 && problems.length === 0) throw new Error('It contains no rows');
  const providers = [...rowsOf].map(([npi, rows]) => ({
    npi,
    line: rows[0]?.line ?? 0,
    ...(rows.every(({ isComplete }) => isComplete) && {
      tiers: tiersOf(rows, problems),
      plans: plansOf(rows, problems),
    }),
  }));
  return { providers, problems };
}

async function* readRows(path: string): AsyncGenerator<Row> {
  for await (const { line, isComplete, field, columns } of readCsv(path)) {
    const unknown = [...columns.keys()].filter((name) => !(networkColumns as readonly string[]).includes(name));
    if (unknown.length > 0)
      throw new Error(`It has unknown columns: ${unknown.map((name) => name || '(without a name)').join(', ')}`);
    if (!columns.has('npi')) throw new Error('It has no column npi');
    yield {
      line,
      isComplete,
      npi: field('npi'),
      affiliation: field('affiliation'),
      primary: field('primary'),
      carrier: field('carrier'),
      plan: field('plan'),
    };
  }
}

function tiersOf(rows: readonly Row[], problems: Problem[]): StatedTier[] | undefined {
  const stating = rows.filter(({ affiliation, primary }) => affiliation !== null || primary !== null);
  const found = stating.flatMap((row) => {
    const message = tierProblem(row, stating);
    return message === null ? [] : [{ line: row.line, message }];
  });
  problems.push(...found);
  if (found.length > 0 || stating.length === 0) return undefined;
  const tiers = stating.flatMap(({ line, affiliation, primary }) =>
    affiliation === null || affiliation === none
      ? []
      : [{ line, name: affiliation, isPrimary: primary?.toLowerCase() === 'yes' }],
  );
  return uniqueTiers(tiers);
}

function tierProblem({ affiliation, primary }: Row, rows: readonly Row[]): string | null {
  if (affiliation === null) return 'primary is stated without an affiliation';
  if (primary !== null && !['yes', 'no'].includes(primary.toLowerCase())) return `primary is ${primary}, not yes or no`;
  if (affiliation === none)
    return rows.some((row) => row.affiliation !== none) ? `"${none}" contradicts another row of this NPI` : null;
  if (primary?.toLowerCase() !== 'yes') return null;
  const first = rows.find((row) => row.primary?.toLowerCase() === 'yes')?.affiliation ?? '';
  return nameKey(first) === nameKey(affiliation) ? null : 'another affiliation of this NPI is primary already';
}

/** Names that differ only in upper and lower case or in spaces are the same name. */
export const nameKey = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ');

/** One affiliation per tier; the first one is primary if none is marked. */
function uniqueTiers(tiers: readonly StatedTier[]): StatedTier[] {
  const primary = nameKey((tiers.find(({ isPrimary }) => isPrimary) ?? tiers[0])?.name ?? '');
  const byName = new Map(
    tiers.map((tier) => [nameKey(tier.name), { ...tier, isPrimary: nameKey(tier.name) === primary }]),
  );
  return [...byName.values()];
}

function plansOf(rows: readonly Row[], problems: Problem[]): StatedPlan[] | undefined {
  const stating = rows.filter(({ carrier, plan }) => carrier !== null || plan !== null);
  const found = stating.flatMap((row) => {
    const message = planProblem(row, stating);
    return message === null ? [] : [{ line: row.line, message }];
  });
  problems.push(...found);
  if (found.length > 0 || stating.length === 0) return undefined;
  return stating.flatMap(({ line, carrier, plan }) =>
    carrier === null || plan === null ? [] : [{ line, carrier, plan }],
  );
}

function planProblem({ carrier, plan }: Row, rows: readonly Row[]): string | null {
  if (carrier === none && plan === null)
    return rows.some((row) => row.carrier !== none) ? `"${none}" contradicts another row of this NPI` : null;
  if (carrier === null) return 'a plan is stated without its carrier';
  return plan === null ? 'a carrier is stated without a plan' : null;
}
