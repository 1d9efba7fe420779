import { crc32, deflateSync } from 'node:zlib';

import {
  clientLogoLimits,
  clientLogoTexts as texts,
  getClientLogo,
  listClientLogos,
  saveClientLogo,
} from '@careloop/contracts/administration/clientLogo';
import { managedClientTexts } from '@careloop/contracts/administration/clients';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
let colleague: Caller;
let outsider: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  manager = await app.as(await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite'] }));
  colleague = await app.as(await buildUser(app.db, { clientId, permissions: [] }));
  outsider = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
});
afterAll(() => app.stop());

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 220, g: 30, b: 30, alpha: 1 } } });
const inBase64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64');
const logo = async (width = 300, height = 100) => inBase64(await red(width, height).png().toBuffer());

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const part = Buffer.alloc(8 + named.length);
  part.writeUInt32BE(data.length);
  named.copy(part, 4);
  part.writeUInt32BE(crc32(named), 4 + named.length);
  return part;
}

/** A black PNG with one bit per pixel, whose file is a thousandth of its pixels. */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([begin, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const versionOf = async (caller: Caller) =>
  (await caller.ok(listClientLogos, {})).items.find((one) => one.clientId === clientId)?.version ?? null;

async function contentOf(caller: Caller): Promise<Buffer> {
  return ((await caller.ok(getClientLogo, { clientId })) as unknown as { bytes: Buffer }).bytes;
}

test('only an administrator of the client changes its logo', async () => {
  const call = { clientId, picture: await logo() };
  expect((await app.nobody.call(saveClientLogo, call)).status).toBe(401);
  expect((await app.nobody.call(listClientLogos, {})).status).toBe(401);
  expect((await app.nobody.call(getClientLogo, { clientId })).status).toBe(401);
  expect(await colleague.fail(saveClientLogo, call)).toMatchObject({ code: 'forbidden' });
  expect(await outsider.fail(saveClientLogo, call)).toMatchObject({
    code: 'not_found',
    message: managedClientTexts.notFound,
  });
  expect(await versionOf(manager)).toBeNull();
  expect(await manager.fail(getClientLogo, { clientId })).toMatchObject({ code: 'not_found' });
});

test('a file that is not a picture, or too large, is refused at its field', async () => {
  const wrong = async (picture: string) => (await manager.fail(saveClientLogo, { clientId, picture })).validationErrors;
  expect(await wrong(inBase64('Only the name of this file ends in .png'))).toEqual({ picture: texts.unreadable });
  expect(await wrong(inBase64('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({ picture: texts.unreadable });
  const cut = (await red(300, 100).png().toBuffer()).subarray(0, 40);
  expect(await wrong(inBase64(cut))).toEqual({ picture: texts.unreadable });
  expect(await wrong('not base64!')).toEqual({ picture: texts.unreadable });
  expect(await wrong(inBase64(Buffer.alloc(clientLogoLimits.bytes + 1)))).toEqual({ picture: texts.tooLarge });
  expect(await wrong(await logo(2_001, 10))).toEqual({ picture: texts.tooManyPixels });
  const bomb = blackPng(30_000);
  expect(bomb.byteLength).toBeLessThan(200_000);
  expect(await wrong(inBase64(bomb))).toEqual({ picture: texts.tooManyPixels });
  expect(await versionOf(manager)).toBeNull();
});

test('a logo is drawn anew, shown to the users of its client only, replaced, removed and audited', async () => {
  const file = await red(1_600, 400)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer();
  expect(await manager.ok(saveClientLogo, { clientId, picture: inBase64(file) })).toMatchObject({ version: 1 });
  const shown = await sharp(await contentOf(colleague)).metadata();
  expect(shown).toMatchObject({ format: 'jpeg', width: 800, height: 200 });
  expect(shown.exif).toBeUndefined();
  expect((await colleague.ok(listClientLogos, {})).items).toMatchObject([{ clientId, isSet: true, version: 1 }]);
  expect((await outsider.ok(listClientLogos, {})).items).toMatchObject([{ isSet: false, version: null }]);
  expect(await outsider.fail(getClientLogo, { clientId })).toMatchObject({ code: 'not_found' });

  const ask = (held?: string) =>
    app.app.http.inject({
      url: `/api/clients/${clientId}/logo`,
      headers: { authorization: `Bearer ${colleague.token}`, ...(held !== undefined && { 'if-none-match': held }) },
    });
  const { etag } = (await ask()).headers;
  expect((await ask(String(etag))).statusCode).toBe(304);

  const late = await manager.fail(saveClientLogo, { clientId, picture: await logo() });
  expect(late).toMatchObject({ status: 409, message: texts.changed });
  expect(late.current?.changedBy).toContain('Managing');
  expect(await manager.ok(saveClientLogo, { clientId, picture: await logo(), version: 1 })).toMatchObject({
    version: 2,
  });
  expect((await ask(String(etag))).statusCode).toBe(200);
  expect(await sharp(await contentOf(colleague)).metadata()).toMatchObject({ width: 300, height: 100 });

  expect(await manager.ok(saveClientLogo, { clientId, picture: null, version: 2 })).toMatchObject({ version: 3 });
  expect(await colleague.fail(getClientLogo, { clientId })).toMatchObject({ code: 'not_found' });
  expect((await manager.ok(listClientLogos, {})).items).toMatchObject([{ clientId, isSet: false, version: 3 }]);
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where subject_type = 'client' and subject_id = ${clientId} and kind = 'change' order by audit_event_id`.execute(
    app.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['client-logo.saved', 'client-logo.saved', 'client-logo.removed']);
});

test('a large picture full of detail is stored within the limit of the table', async () => {
  const noise = sharp({
    create: {
      width: 900,
      height: 450,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  });
  const picture = inBase64(await noise.jpeg({ quality: 90 }).toBuffer());
  await manager.ok(saveClientLogo, { clientId, picture, version: (await versionOf(manager)) ?? undefined });
  expect((await contentOf(manager)).byteLength).toBeLessThanOrEqual(200_000);
});
