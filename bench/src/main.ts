import { parseArgs } from 'node:util';

import { startThrowawayPostgres } from '@careloop/server/src/db/throwaway';

import { createReferral } from './lines/createReferral.ts';
import type { Line } from './lines/line.ts';
import { patientSearch } from './lines/patientSearch.ts';
import { queuePage } from './lines/queuePage.ts';
import { readPatient } from './lines/readPatient.ts';
import { measureLine } from './measure.ts';
import type { LineResult } from './measure.ts';
import { renderTable } from './report.ts';
import { scales } from './scales.ts';
import { buildWorld } from './world/world.ts';

const lines: readonly Line[] = [queuePage, patientSearch, readPatient, createReferral];

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: 'S' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    only: { type: 'string', default: '' },
    role: { type: 'string', default: 'all' },
    'node-arguments': { type: 'string', default: '' },
  },
});

const say = (text: string) => console.error(text);
const scale = scales[values.scale as keyof typeof scales];
const server = await startThrowawayPostgres({ purpose: 'durable' });
const world = await buildWorld({
  serverUrl: server.url,
  scale,
  say,
  role: values.role,
  nodeArguments: values['node-arguments'].split(' ').filter(Boolean),
});
const results: LineResult[] = [];
try {
  for (const line of lines.filter(({ title }) => title.includes(values.only))) {
    results.push(
      await measureLine(line, world, {
        rounds: Number(values.rounds),
        secondsPerRound: Number(values.seconds),
        connections: [1, 16],
        say,
      }),
    );
  }
  const { residentBytes } = await world.product.usage();
  console.log(renderTable(results));
  console.log(`\nMemory ${Math.round(residentBytes / 2 ** 20)} MB`);
  console.log(results.flatMap(({ problems }) => problems).join('\n'));
} finally {
  await world.stop();
  await server.stop();
}
