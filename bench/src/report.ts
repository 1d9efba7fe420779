import type { LineMeasurement, LineResult, Measured } from './measure.ts';

const header = [
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

/** The table of the bench, in Markdown. */
export function renderTable(results: readonly LineResult[]): string {
  const rows = results.flatMap(({ line, measurements }) =>
    measurements.map((measurement, index) => [
      ...(index === 0 ? [line.title, line.goal] : ['', '']),
      ...cellsOf(measurement),
    ]),
  );
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ connections, product, floor, ratio, cpuMsPerRequest }: LineMeasurement): string[] {
  return [
    String(connections),
    Math.round(product.perSecond).toLocaleString('en-US'),
    ...percentileCells(product),
    Math.round(floor.perSecond).toLocaleString('en-US'),
    floor.percentiles.p50.toFixed(2),
    ratio.toFixed(2),
    cpuMsPerRequest.toFixed(2),
  ];
}

function percentileCells({ percentiles }: Measured): string[] {
  return [percentiles.p50, percentiles.p95, percentiles.p99].map((milliseconds) => milliseconds.toFixed(2));
}
