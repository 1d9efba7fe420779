import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { makeProviderAUser, saveProvider } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a stub makes no client the owner of a shared record, and its user belongs to the client that makes it', async () => {
  const editor = await app.as(await buildUser(app.db, { permissions: ['EditProvider'] }));
  const names = { firstName: 'Ada', lastName: 'Okonkwo' };
  const { healthcareProviderId, specialtyId: healthcareProviderSpecialtyId } = await buildDirectoryProvider(
    app.db,
    names,
  );
  const stub = { ...names, npiNumber: '1000000228', healthcareProviderSpecialtyId, healthcareProviderId, version: 1 };
  const { userId } = await editor.ok(saveProvider, { ...stub, createStubUser: true });
  expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({
    userId,
    isStub: true,
    can: { edit: true, changeKnown: providerTexts.sharedKnown, seePrivateNotes: providerTexts.noPrivateNotes },
  });
  const other = await buildUser(app.db, {
    permissions: ['EditProvider', 'ManageUsers', ...defaultPermissions.provider],
  });
  const manager = await app.as(other);
  const { can, version } = await manager.ok(getProvider, { healthcareProviderId });
  expect(can).toMatchObject({ edit: true, makeUser: true });
  const account = { username: 'made.of.a.stub', email: null, password: 'a-long-enough-phrase-82' };
  const made = await manager.ok(makeProviderAUser, { ...account, healthcareProviderId, version });
  expect(made).toMatchObject({ userId });
  const { rows } = await sql`select u.origin_client_id, uc.client_id from user_account u
    join user_client uc using (user_id) where user_id = ${userId}`.execute(app.db);
  expect(rows).toEqual([{ origin_client_id: other.clientId, client_id: other.clientId }]);
});
