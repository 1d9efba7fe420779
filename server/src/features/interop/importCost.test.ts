import { afterAll, beforeAll, expect, test } from 'vitest';

import { Meter } from '../../../test/budgets/meter.ts';
import { startImportBench } from '../../../test/imports.ts';
import { createDatabase } from '../../platform/db/client.ts';
import { silentLog } from '../../platform/db/log.ts';

import type { ImportBench } from '../../../test/imports.ts';
import type { Database } from '../../platform/db/client.ts';

// Each statement is a round trip, and the round trips bound the number of messages a second, whatever the speed of the machine.

let bench: ImportBench;
let meter: Meter;
let db: Database;
beforeAll(async () => {
  bench = await startImportBench();
  meter = await Meter.prepare(bench.databaseUrl);
  meter.start();
  db = createDatabase({ url: bench.databaseUrl, maxConnections: 1, applicationName: 'test', log: silentLog });
});
afterAll(async () => {
  meter.stop();
  await db.destroy();
  await bench.stop();
});

let messages = 0;
function message(patient: number, event: string): string {
  messages += 1;
  const doctor = '1234567893^Okafor^Ben^^^^MD^^NPI^^^^NPI';
  return [
    `MSH|^~\\&|ADT|HOSP|R|R|202603011${String(messages).padStart(3, '0')}00-0500||ADT^${event}|C${messages}|P|2.5.1`,
    `PID|1||P${patient}^^^HOSP^MR||Family${patient}^Paula||1961090${1 + (patient % 9)}|F||||5085550${100 + patient}`,
    `PV1|1|I|W^1^1||||${doctor}||||||||||||V${patient}|||||||||||||||||||||||||20260301110000-0500`,
    'DG1|1||E11.9^Type 2 diabetes^I10',
    'IN1|1|PPO|123|Aetna|||||||||||||||||||||||||||||||W1',
  ].join('\r');
}

/** Statements of a run with one message, without those of the run itself: its beginning and its end. */
const ofRun = 2;

test.each([
  ['about a new patient', 'A01', (use: number) => use, 25],
  // Three of them date the encounter, the condition and the coverage: the message confirms what older ones may contradict.
  ['about a known patient', 'A08', () => 1, 17],
])('a message %s takes a few statements, all by index', async (_what, event, patientOf, most) => {
  const send = async (use: number) => {
    const file = await bench.files.write(message(patientOf(use), event), `${event}-${use}.hl7`);
    const { problems } = await bench.import(file, { db });
    expect(problems).toEqual([]);
  };
  // The sixth use is the plan for any value.
  for (let use = 1; use <= 6; use += 1) await send(use);
  const { plans, cost } = await meter.measure(() => send(7));
  expect(plans.flatMap(({ wholeTables }) => wholeTables)).toEqual([]);
  expect(cost.statements - ofRun).toBeLessThanOrEqual(most);
});
