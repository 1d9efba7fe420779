import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-logos-'));
  await writeFile(path.join(folder, 'Mercy.PNG'), 'mercy');
  await writeFile(path.join(folder, 'default.svg'), '<svg/>');
  app = await startTestApp({ LOGO_DIR: folder });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const logoAt = (host: string) => app.app.http.inject({ url: '/provider/branding/logo', headers: { host } });

test('the print logo is chosen by subdomain, else the default', async () => {
  const mercy = await logoAt('mercy.example.org');
  expect([mercy.statusCode, mercy.headers['content-type'], mercy.body]).toEqual([200, 'image/png', 'mercy']);
  for (const host of ['other.example.org', 'localhost:3000', '..%2f..%2fetc']) {
    const other = await logoAt(host);
    expect([other.statusCode, other.body]).toEqual([200, '<svg/>']);
  }
  await rm(path.join(folder, 'default.svg'));
  const own = await logoAt('other.example.org');
  expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(own.body).toContain('Careloop');
});
