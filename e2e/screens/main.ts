import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { startFhirServer } from '@careloop/server/test/fhirServer';
import { chromium } from '@playwright/test';

import { setPlace } from '../support/address.ts';
import { makeTemplate, startProductOnCopy } from '../support/template.ts';
import { screens } from './registry.ts';
import { reportPage, troubleOf, type Row } from './report.ts';
import { roles, schemes, widths } from './screen.ts';
import { takeScreens } from './takeScreens.ts';

// npm run screens [-- --only NAME[,NAME]] [--role NAME] [--width PX] [--out FOLDER] [--no-axe]: takes a screenshot of
// every screen and lists problems found automatically. For visual review; no pixels are compared.

const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: 'string' },
    role: { type: 'string' },
    width: { type: 'string' },
    out: { type: 'string', default: path.join(import.meta.dirname, '..', '..', '.cache', 'screens') },
    axe: { type: 'boolean', default: true },
  },
});
const { only, role, width, out: folder } = values;
const names = only?.split(',');
const chosen = {
  screens: screens.filter(
    ({ name }) => names === undefined || names.some((one) => name === one || name.startsWith(`${one}-`)),
  ),
  roles: roles.filter((name) => role === undefined || name === role),
  widths: widths.filter((one) => width === undefined || String(one) === width),
};
if (chosen.screens.length === 0)
  throw new Error(`No screen is named ${only ?? ''}: ${screens.map(({ name }) => name).join(', ')}`);

const removeTemplate = await makeTemplate();
// An EMR without patients, so that the EMR buttons are visible.
const emr = await startFhirServer();
const product = await startProductOnCopy({ env: emr.env });
setPlace(product);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const rows: Row[] = [];
try {
  for await (const row of takeScreens(browser, {
    ...chosen,
    schemes,
    shouldFail: true,
    shouldCheckAxe: values.axe,
    folder,
  })) {
    rows.push(row);
    const { errors, failed, axe, cut, shift, headings, requests, time } = row.found;
    const counts = `${errors.length} errors, ${failed.length} failed, ${axe.length} axe, ${cut.length} cut, shift ${shift}, ${headings} headings`;
    console.log(`${row.name} ${row.role} ${row.width} ${row.state}: ${counts}, ${requests} requests, ${time} ms`);
  }
} finally {
  await writeFile(path.join(folder, 'index.html'), reportPage(rows));
  await writeFile(path.join(folder, 'report.json'), JSON.stringify(rows, null, 1));
  const troubled = rows.filter((row) => troubleOf(row) > 0).length;
  console.log(`${rows.length} looks, ${troubled} to look into: ${path.join(folder, 'index.html')}`);
  await browser.close();
  await product.stop();
  await emr.stop();
  await removeTemplate();
}
