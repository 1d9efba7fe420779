import { importedKinds } from '@careloop/contracts/imports';

import { outcomes } from './report.ts';

import type { FileProblem, ImportReport } from './report.ts';

/** The result of an import as text for a terminal, with every rejected record. */
export function summaryOf(report: ImportReport): string {
  return [
    countTable(report),
    notKeptPart(report),
    partsNotKeptPart(report),
    remarksPart(report),
    notYetReadPart(report),
    problemsPart(report.problems),
    verdict(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function countTable(report: ImportReport): string {
  const shown = outcomes.filter((outcome) => outcome !== 'removed' || report.total('removed') > 0);
  const rows = importedKinds
    .filter((kind) => report.counts.has(kind))
    .map((kind) => [kind, ...shown.map((outcome) => String(report.counts.get(kind)?.[outcome] ?? 0))]);
  if (rows.length === 0) return 'Nothing was imported.';
  return aligned([['', ...shown], ...rows]);
}

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

function notKeptPart({ notKept }: ImportReport): string {
  const entries = [...notKept].toSorted(([one], [other]) => one.localeCompare(other));
  if (entries.length === 0) return '';
  const width = Math.max(...entries.map(([, howMany]) => String(howMany).length));
  const lines = entries.map(([what, howMany]) => `  ${String(howMany).padStart(width)}  ${what}`);
  return ['Read, but not imported:', ...lines].join('\n');
}

/** Kinds of parts that are named in the summary; all of them are with the run. */
const mostParts = 40;

function partsNotKeptPart({ partsNotKept }: ImportReport): string {
  const entries = [...partsNotKept].toSorted(([, one], [, other]) => other - one);
  if (entries.length === 0) return '';
  const lines = entries.slice(0, mostParts).map(([what, howMany]) => `  ${String(howMany).padStart(7)}  ${what}`);
  const others = entries.length - lines.length;
  return [
    'Parts of imported records that are not kept:',
    ...lines,
    ...(others > 0 ? [`  and ${others} more kinds`] : []),
  ].join('\n');
}

function remarksPart({ remarks }: ImportReport): string {
  if (remarks.size === 0) return '';
  const lines = [...remarks.values()]
    .toSorted((one, other) => other.count - one.count)
    .flatMap(({ text, count, examples }) => [`  ${count} × ${text}`, `      for example ${examples[0]}`]);
  return ['Imported with a remark:', ...lines].join('\n');
}

function notYetReadPart({ notYetRead }: ImportReport): string {
  const byFormat = Map.groupBy(notYetRead, ({ format }) => format);
  const lines = [...byFormat].flatMap(([format, files]) => [
    `  ${format}: not supported yet`,
    ...files.map(({ file }) => `    ${file}`),
  ]);
  return lines.length === 0 ? '' : ['Skipped:', ...lines].join('\n');
}

/** Grouped by file, type and reason, so that a thousand records of one rejected patient take only a few lines. */
function problemsPart(problems: readonly FileProblem[]): string {
  if (problems.length === 0) return '';
  const lines: string[] = ['Rejected:'];
  for (const [file, ofFile] of Map.groupBy(problems, (problem) => problem.file)) {
    lines.push(`  ${file}`);
    for (const same of Map.groupBy(ofFile, ({ type, reason }) => `${type}\t${reason}`).values())
      lines.push(...sameReason(same));
  }
  return lines.join('\n');
}

function sameReason(problems: readonly FileProblem[]): string[] {
  const [{ type, reason } = { type: null, reason: '' }] = problems;
  const names = problems.map(({ id, line }) => nameOf(id, line));
  if (names.length === 1)
    return [`    ${[type, names[0]].filter(Boolean).join(' ')}${type || names[0] ? ': ' : ''}${reason}`];
  const ids = names.map((name) => name || '(no id)').join(', ');
  return [`    ${names.length} × ${type ?? 'item'}: ${reason}`, `      ${ids}`];
}

function nameOf(id: string | null, line: number | null): string {
  return [id, line === null ? null : `(line ${line})`].filter(Boolean).join(' ');
}

function verdict(report: ImportReport): string {
  const [created, updated, unchanged] = [report.total('created'), report.total('updated'), report.total('unchanged')];
  const rejected = report.problems.length;
  const total = `${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected.`;
  return report.hasChanges ? total : `${total} Nothing was changed.`;
}
