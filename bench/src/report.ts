import type { AgainstResult } from './against.ts';
import { mostGrowth, mostMemory } from './goals.ts';
import type { GrowthResult } from './growth.ts';
import type { PushResult } from './lines/push.ts';
import type { LineMeasurement } from './measure.ts';
import type { RunResult } from './run.ts';

const columns = [
  'Work',
  'goal at S',
  'connections',
  'req/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'floor req/s',
  'floor p50 ms',
  'ratio to floor',
  'server CPU ms/req',
  'server MB after it',
];

const growthColumns = [
  'Work',
  'goal',
  'p50 ms at S',
  'p50 ms at XL',
  'growth',
  'floor at S',
  'floor at XL',
  'floor to product at XL',
];

/** The load table in Markdown, with notes below it. */
export function renderRun({ lines, pushes, firstPage, backlog, memory }: RunResult): string {
  const rows = lines.flatMap(rowsOfLine);
  rows.push(...pushes.map(rowOfPush));
  const notes = [
    `Memory of the server process: ${megabytes(memory.end)} MB at the end, ${megabytes(memory.most)} MB at most (goal ≤ ${mostMemory} MB).`,
  ];
  if (firstPage !== null) notes.push(`${firstPage.title}: ${firstPage.measured} (goal ${firstPage.goal}).`);
  for (const { title, deliveries } of pushes) notes.push(`${title}: ${deliveries} events arrived.`);
  if (backlog !== null) {
    const left = backlog.isDone ? 'all done' : 'not all done';
    notes.push(`Jobs that waited at the end: ${backlog.waiting}, ${left} after ${backlog.seconds.toFixed(0)} s.`);
  }
  return `${renderTable(columns, rows)}\n\n${notes.join('\n')}`;
}

function rowOfPush({ title, goal, percentiles, perSecond }: PushResult): string[] {
  const { p50, p95, p99 } = percentiles;
  return [title, goal, '200', `${perSecond} sent`, ...[p50, p95, p99].map(milliseconds), '', '', '', '', ''];
}

export function renderGrowth(results: readonly GrowthResult[]): string {
  const rows = results.map(({ title, small, large, growth, floor }) => [
    title,
    `≤ ${mostGrowth}`,
    milliseconds(small),
    milliseconds(large),
    growth.toFixed(2),
    milliseconds(floor.small),
    milliseconds(floor.large),
    (floor.large / large).toFixed(2),
  ]);
  return renderTable(growthColumns, rows);
}

const againstColumns = [
  'Work',
  'connections',
  'ratio in req/s',
  'ratio in processor time',
  'req/s',
  'req/s before',
  'p50 ms',
  'p50 ms before',
  'server + database CPU ms/req',
  'before',
];

/** Ratios above 1 are in favor of this commit. */
export function renderAgainst(results: readonly AgainstResult[]): string {
  const processor = ({ serverMs, databaseMs }: AgainstResult['ours']) =>
    `${milliseconds(serverMs)} + ${milliseconds(databaseMs)}`;
  const rows = results.map(({ title, connections, ours, theirs, speedRatio, processorRatio }) => [
    title,
    String(connections),
    speedRatio.toFixed(2),
    processorRatio.toFixed(2),
    whole(ours.perSecond),
    whole(theirs.perSecond),
    milliseconds(ours.p50),
    milliseconds(theirs.p50),
    processor(ours),
    processor(theirs),
  ]);
  return renderTable(againstColumns, rows);
}

function rowsOfLine({ line, measurements, residentBytes }: RunResult['lines'][number]): string[][] {
  return measurements.map((measurement, index) => [
    index === 0 ? line.title : '',
    index === 0 ? line.goal : '',
    ...cellsOf(measurement),
    index === measurements.length - 1 ? String(megabytes(residentBytes)) : '',
  ]);
}

function cellsOf({ connections, product, floor, ratio, cpuMsPerRequest }: LineMeasurement): string[] {
  const { p50, p95, p99 } = product.percentiles;
  return [
    String(connections),
    whole(product.perSecond),
    ...[p50, p95, p99].map(milliseconds),
    whole(floor.perSecond),
    milliseconds(floor.percentiles.p50),
    ratio.toFixed(2),
    milliseconds(cpuMsPerRequest),
  ];
}

function renderTable(header: readonly string[], rows: readonly string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function milliseconds(value: number): string {
  return value.toFixed(2);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
