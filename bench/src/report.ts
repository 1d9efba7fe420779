import { mostGrowth } from './growth.ts';
import type { GrowthResult } from './growth.ts';
import type { LineMeasurement, LineResult } from './measure.ts';
import type { RunResult } from './run.ts';

const mostMemory = 300;

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
];

/** The load table in Markdown, with what is to be said beneath it. */
export function renderRun({ lines, push, backlog, memory }: RunResult): string {
  const rows = lines.flatMap(rowsOfLine);
  if (push !== null) {
    const { p50, p95, p99 } = push.percentiles;
    const sent = `${push.perSecond} sent`;
    rows.push([push.title, push.goal, '200', sent, ...[p50, p95, p99].map(milliseconds), '', '', '', '']);
  }
  const notes = [
    `Memory of the server process: ${megabytes(memory.end)} MB at the end, ${megabytes(memory.most)} MB at most (goal ≤ ${mostMemory} MB).`,
  ];
  if (push !== null) notes.push(`Push: ${push.deliveries} events arrived, from sending the create to each socket.`);
  if (backlog !== null) {
    const left = backlog.isDone ? 'all done' : 'not all done';
    notes.push(`Jobs that waited at the end: ${backlog.waiting}, ${left} after ${backlog.seconds.toFixed(0)} s.`);
  }
  return `${renderTable(columns, rows)}\n\n${notes.join('\n')}`;
}

export function renderGrowth(results: readonly GrowthResult[]): string {
  const rows = results.map(({ title, small, large, growth }) => [
    title,
    `≤ ${mostGrowth}`,
    milliseconds(small),
    milliseconds(large),
    growth.toFixed(2),
  ]);
  return renderTable(['List', 'goal', 'p50 ms at S', 'p50 ms at XL', 'growth'], rows);
}

function rowsOfLine({ line, measurements }: LineResult): string[][] {
  return measurements.map((measurement, index) => [
    index === 0 ? line.title : '',
    index === 0 ? line.goal : '',
    ...cellsOf(measurement),
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
