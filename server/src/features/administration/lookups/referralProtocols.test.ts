import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import {
  archiveProtocol,
  getManagedProtocol,
  listDocumentTypes,
  listManagedProtocols,
  listProtocolVersions,
  managedProtocolTexts,
  saveProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import { protocolContent, protocolTexts } from '@careloop/contracts/referrals/protocols';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildTeam() {
  const { clientId } = await buildClient(app.db);
  const manager = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  const { specialtyId } = await buildDirectoryProvider(app.db);
  const content = protocolContent.parse({ text: 'Please send an ECG.' });
  return { clientId, manager, input: { clientId, name: 'Heart', healthcareProviderSpecialtyId: specialtyId, content } };
}

test('a protocol is added, changed, archived and restored; each is a version with who made it, and audited', async () => {
  const { clientId, manager, input } = await buildTeam();
  const { id } = await manager.ok(saveProtocol, input);
  const changed = { ...input.content, urgencyDays: 7 as const };
  await manager.ok(saveProtocol, { ...input, id, version: 1, content: changed });
  await manager.ok(archiveProtocol, { id, isArchived: true, version: 2 });
  await manager.ok(archiveProtocol, { id, isArchived: false, version: 3 });
  const now = { id, ...input, content: changed, isArchived: false, version: 4 };
  expect(await manager.ok(getManagedProtocol, { id })).toMatchObject(now);
  expect(await manager.ok(listManagedProtocols, { clientId, searchTerm: 'hea' })).toMatchObject({ items: [now] });
  const { items } = await manager.ok(listProtocolVersions, { id });
  expect(items).toMatchObject([
    { version: 4, isArchived: false, content: changed },
    { version: 3, isArchived: true },
    { version: 2, isArchived: false, content: changed },
    { version: 1, isArchived: false, content: input.content, savedByName: expect.stringContaining(' ') },
  ]);
  const audited = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'referral-protocol')
    .where('subject_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(
    ['added', 'saved', 'archived', 'restored'].map((action) => `referral-protocol.${action}`),
  );
  await expect(sql`update referral_protocol_version set name = 'x'`.execute(app.db)).rejects.toThrow('does not change');
});

test('administrators choose from all document types, those of uploads first', async () => {
  const { manager, clientId } = await buildTeam();
  await app.db.insertInto('document_type').values({ document_name: 'A laboratory report' }).execute();
  const { documentTypes } = await manager.ok(listDocumentTypes, {});
  const names = documentTypes.map(({ documentName }) => documentName);
  expect(names[0]).toBe('Cardiology Report');
  expect(names.at(-1)).toBe('A laboratory report');
  const user = await app.as(await buildUser(app.db, { clientId }));
  expect(await user.fail(listDocumentTypes, {})).toMatchObject({ status: 403 });
  expect(await app.nobody.fail(listDocumentTypes, {})).toMatchObject({ status: 401 });
});

test('of two administrators, the second is told who changed it', async () => {
  const { clientId, manager, input } = await buildTeam();
  const { id } = await manager.ok(saveProtocol, input);
  const second = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  await second.ok(saveProtocol, { ...input, id, version: 1, name: 'Vessels' });
  const late = await manager.fail(saveProtocol, { ...input, id, version: 1, name: 'Heart again' });
  expect(late).toMatchObject({ status: 409, message: managedLookupTexts.changed });
  expect(late.current?.changedBy).not.toBeNull();
  expect((await manager.ok(getManagedProtocol, { id })).name).toBe('Vessels');
});

test('only administrators of the client reach it', async () => {
  const { clientId, manager, input } = await buildTeam();
  const { id } = await manager.ok(saveProtocol, input);
  const { manager: stranger } = await buildTeam();
  const user = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageWorkQueues'] }));
  expect(await app.nobody.fail(saveProtocol, input)).toMatchObject({ status: 401 });
  expect(await user.fail(saveProtocol, input)).toMatchObject({ status: 403 });
  for (const refused of [
    stranger.fail(saveProtocol, input),
    stranger.fail(saveProtocol, { ...input, id, version: 1 }),
    stranger.fail(archiveProtocol, { id, isArchived: true, version: 1 }),
    stranger.fail(getManagedProtocol, { id }),
    stranger.fail(listProtocolVersions, { id }),
  ])
    expect(await refused).toMatchObject({ code: 'not_found' });
  expect(await stranger.ok(listManagedProtocols, { clientId })).toMatchObject({ items: [] });
});

test('a protocol without content, of a specialty that has one or is not offered, or with an unknown type is refused', async () => {
  const { manager, input } = await buildTeam();
  const { manager: other, input: theirs } = await buildTeam();
  await manager.ok(saveProtocol, input);
  const errors = async (change: object, by = manager, base = input) =>
    (await by.fail(saveProtocol, { ...base, ...change } as typeof input)).validationErrors;
  expect(await errors({ content: protocolContent.parse({}) })).toEqual({ 'content.text': protocolTexts.empty });
  expect(await errors({ name: 'Another' })).toEqual({
    healthcareProviderSpecialtyId: managedProtocolTexts.specialtyTaken,
  });
  // Each client has its own.
  const { healthcareProviderSpecialtyId } = input;
  await other.ok(saveProtocol, { ...theirs, healthcareProviderSpecialtyId });
  const ofOthers = await app.db
    .insertInto('healthcare_provider_specialty')
    .values({ name: 'Secret', client_id: theirs.clientId })
    .returning('healthcare_provider_specialty_id')
    .executeTakeFirstOrThrow();
  expect(await errors({ healthcareProviderSpecialtyId: ofOthers.healthcare_provider_specialty_id })).toEqual({
    healthcareProviderSpecialtyId: managedProtocolTexts.specialtyUnknown,
  });
  expect(await errors({ healthcareProviderSpecialtyId: 999_999_999 })).toEqual({
    healthcareProviderSpecialtyId: managedProtocolTexts.specialtyUnknown,
  });
  const documents = [{ name: 'ecg', label: 'ECG', documentTypeIds: [999_999] }];
  expect(
    await errors({
      healthcareProviderSpecialtyId: theirs.healthcareProviderSpecialtyId,
      content: protocolContent.parse({ documents }),
    }),
  ).toEqual({ content: managedProtocolTexts.unknownTypes });
});
