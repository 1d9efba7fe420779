import {
  archiveAffiliation,
  archiveProviderTag,
  clientLookupTexts,
  getManagedAffiliation,
  getManagedProviderTag,
  listManagedAffiliations,
  listManagedProviderTags,
  saveAffiliation,
  saveProviderTag,
} from '@careloop/contracts/administration/clientLookups';
import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';
import { getProviderTags } from '@careloop/contracts/directory/providers';
import { apsTexts, getApsLookups, isGroup, searchAps } from '@careloop/contracts/directory/search';
import { createReferral } from '@careloop/contracts/referrals';
import { notPreferredTexts } from '@careloop/contracts/referrals/notPreferred';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferralParties, buildUser, referralInput } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

type Parties = Awaited<ReturnType<typeof buildReferralParties>>;

let app: TestApp;
let clientId: number;
let parties: Parties;
let manager: Caller;
let outsider: Caller;
let user: Caller;
beforeAll(async () => {
  app = await startTestApp();
  parties = await buildReferralParties(app);
  clientId = parties.patient.clientId;
  manager = await app.as(await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite'] }));
  outsider = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
  user = await app.as(parties.sender);
});
afterAll(() => app.stop());

/** Gives the provider who receives the referral this affiliation, as the primary one. */
async function affiliateReceiver({ receiver }: Parties, client: number, tierId: number): Promise<void> {
  await sql`insert into healthcare_provider_affiliation (healthcare_provider_id, client_id, affiliation_tier_id, is_primary)
    values (${receiver.healthcareProviderId}, ${client}, ${tierId}, true)`.execute(app.db);
}

/** The receiver as the advanced search shows them. */
async function foundReceiver(by: Caller, { receiver, patient }: Parties) {
  const { data } = await by.ok(searchAps, { clientId: patient.clientId });
  return data.flatMap((row) =>
    !isGroup(row) && row.healthcareProviderId === receiver.healthcareProviderId ? [row] : [],
  );
}

async function actionsOf(subject: string, id: number): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit_event where subject_type = ${subject}
    and subject_id = ${id} and kind = 'change' order by audit_event_id`.execute(app.db);
  return rows.map(({ action }) => action);
}

test('a tag is added, renamed, archived and restored, each time audited', async () => {
  const { id } = await manager.ok(saveProviderTag, { clientId, name: 'Telehealth' });
  await sql`insert into healthcare_provider_tagging values (${parties.receiver.healthcareProviderId}, ${id})`.execute(
    app.db,
  );
  const offered = async () => {
    const [{ tags }, { providerTags }] = await Promise.all([
      user.ok(getProviderTags, {}),
      user.ok(getApsLookups, { clientId }),
    ]);
    expect(providerTags).toEqual(tags);
    return tags.map(({ tagName }) => tagName);
  };
  await manager.ok(saveProviderTag, { clientId, id, version: 1, name: 'Video visits' });
  expect(await offered()).toEqual(['Video visits']);
  expect(await manager.ok(getManagedProviderTag, { id })).toMatchObject({
    id,
    clientId,
    name: 'Video visits',
    providerCount: 1,
    isArchived: false,
    version: 2,
  });
  await manager.ok(archiveProviderTag, { id, isArchived: true, version: 2 });
  expect(await offered()).toEqual([]);
  const searched = { searchTerm: 'visits', state: 'archived', clientId } as const;
  expect(await manager.ok(listManagedProviderTags, searched)).toMatchObject({ items: [{ id }], totalItemCount: 1 });
  expect(await manager.ok(listManagedProviderTags, { ...searched, state: 'offered' })).toMatchObject({ items: [] });
  const byTag = await user.fail(searchAps, { clientId, healthcareProviderTagIds: [id] });
  expect(byTag.validationErrors).toEqual({ healthcareProviderTagIds: apsTexts.unknownTag });
  expect(await foundReceiver(user, parties)).toMatchObject([
    { healthcareProviderTags: [{ name: 'Video visits', value: id }] },
  ]);
  await manager.ok(archiveProviderTag, { id, isArchived: false, version: 3 });
  expect(await offered()).toEqual(['Video visits']);
  expect(await actionsOf('provider-tag', id)).toEqual([
    'provider-tag.added',
    'provider-tag.saved',
    'provider-tag.archived',
    'provider-tag.restored',
  ]);
});

test('names are unique within a client, whatever their case and spaces, archived ones included', async () => {
  const { id } = await manager.ok(saveProviderTag, { clientId, name: 'Evening hours' });
  await manager.ok(archiveProviderTag, { id, isArchived: true, version: 1 });
  for (const name of ['Evening hours', 'EVENING hours', 'Evening \u00A0 hours\u200B'])
    expect((await manager.fail(saveProviderTag, { clientId, name })).validationErrors).toEqual({
      name: texts.nameTaken,
    });
  await manager.ok(saveAffiliation, { clientId, name: 'Evening hours' });
  expect((await manager.fail(saveAffiliation, { clientId, name: 'evening hours' })).validationErrors).toEqual({
    name: texts.nameTaken,
  });
  const other = await buildReferralParties(app);
  const theirs = { clientId: other.patient.clientId, permissions: ['ManageSite'] as const };
  const otherManager = await app.as(await buildUser(app.db, { ...theirs, permissions: [...theirs.permissions] }));
  await otherManager.ok(saveProviderTag, { clientId: theirs.clientId, name: 'Evening hours' });
});

test('an invalid entry is rejected with a message for each field', async () => {
  const late = { clientId, name: ' ', warningMessage: 'x'.repeat(251), position: 1000 };
  expect((await manager.fail(saveAffiliation, late)).validationErrors).toEqual({
    name: texts.nameRequired,
    warningMessage: clientLookupTexts.warningTooLong,
    position: clientLookupTexts.position,
  });
  for (const position of [-1, 1.5])
    expect((await manager.fail(saveAffiliation, { clientId, name: 'Half', position })).validationErrors).toEqual({
      position: clientLookupTexts.position,
    });
  expect((await manager.fail(saveProviderTag, { clientId, name: 'x'.repeat(61) })).validationErrors).toEqual({
    name: clientLookupTexts.nameTooLong,
  });
});

test('an affiliation keeps its flags, warning and order; a new one is the last', async () => {
  const core = await manager.ok(saveAffiliation, { clientId, name: 'Core', isPreferred: true, position: 7 });
  const community = await manager.ok(saveAffiliation, {
    clientId,
    name: 'Community',
    enforcePreferred: true,
    warningMessage: ' Not in the network ',
  });
  expect(await manager.ok(getManagedAffiliation, { id: community.id })).toMatchObject({
    id: community.id,
    clientId,
    name: 'Community',
    providerCount: 0,
    isPreferred: false,
    enforcePreferred: true,
    warningMessage: 'Not in the network',
    position: 8,
    isArchived: false,
    version: 1,
  });
  const first = { clientId, id: community.id, name: 'Community', enforcePreferred: true };
  await manager.ok(saveAffiliation, { ...first, version: 1, position: 6 });
  await manager.ok(saveAffiliation, { ...first, version: 2 });
  const { items } = await manager.ok(listManagedAffiliations, { clientId, searchTerm: 'co' });
  expect(items.map(({ name, position }) => [name, position])).toEqual([
    ['Community', 6],
    ['Core', 7],
  ]);
  await manager.ok(saveAffiliation, { ...first, version: 3, position: null });
  expect((await manager.ok(getManagedAffiliation, { id: community.id })).position).toBe(8);
  await manager.ok(archiveAffiliation, { id: core.id, isArchived: true, version: 1 });
  await manager.ok(archiveAffiliation, { id: core.id, isArchived: false, version: 2 });
  expect(await actionsOf('affiliation', core.id)).toEqual([
    'affiliation.added',
    'affiliation.archived',
    'affiliation.restored',
  ]);
});

test('saving an older version reports who changed it', async () => {
  const { id } = await manager.ok(saveAffiliation, { clientId, name: 'Partner' });
  await manager.ok(saveAffiliation, { clientId, id, version: 1, name: 'Partners' });
  const late = await manager.fail(saveAffiliation, { clientId, id, version: 1, name: 'Partnership' });
  expect(late).toMatchObject({ status: 409, message: texts.changed });
  expect(late.current?.changedBy).toContain('Managing');
  expect((await manager.fail(archiveAffiliation, { id, isArchived: true, version: 1 })).status).toBe(409);
});

test('a reason is asked for only while the client offers a preferred affiliation', async () => {
  const own = await buildReferralParties(app);
  const client = own.patient.clientId;
  const by = await app.as(await buildUser(app.db, { clientId: client, permissions: ['ManageSite'] }));
  const sender = await app.as(own.sender);
  const preferred = await by.ok(saveAffiliation, { clientId: client, name: 'Core', isPreferred: true });
  const asking = await by.ok(saveAffiliation, { clientId: client, name: 'Community', enforcePreferred: true });
  await affiliateReceiver(own, client, asking.id);
  const refused = { notPreferredReason: notPreferredTexts.notPreferredReasonRequired };
  const isAsked = async () => {
    const found = await foundReceiver(sender, own);
    return found.map((row) => row.enforcePreferred);
  };
  expect(await isAsked()).toEqual([true]);
  expect((await sender.fail(createReferral, referralInput(own))).validationErrors).toEqual(refused);

  // Without a preferred affiliation there is nothing to choose instead.
  await by.ok(archiveAffiliation, { id: preferred.id, isArchived: true, version: 1 });
  expect(await isAsked()).toEqual([false]);
  await sender.ok(createReferral, referralInput(own));

  await by.ok(archiveAffiliation, { id: preferred.id, isArchived: false, version: 2 });
  expect(await isAsked()).toEqual([true]);
  // An archived affiliation stays on its providers and asks for nothing.
  await by.ok(archiveAffiliation, { id: asking.id, isArchived: true, version: 1 });
  expect(await isAsked()).toEqual([false]);
  const { affiliations } = await sender.ok(getApsLookups, { clientId: client });
  expect(affiliations.map(({ name }) => name)).toEqual(['Core']);
  expect((await sender.fail(searchAps, { clientId: client, affiliation: asking.id })).validationErrors).toEqual({
    affiliation: apsTexts.unknownAffiliation,
  });
  expect(await foundReceiver(sender, own)).toMatchObject([
    { primaryAffiliation: asking.id, primaryAffiliationName: 'Community' },
  ]);
});

test('entries of another client do not exist', async () => {
  const tag = await manager.ok(saveProviderTag, { clientId, name: 'Ours' });
  const tier = await manager.ok(saveAffiliation, { clientId, name: 'Ours' });
  const archived = { isArchived: true, version: 1 };
  const failures = await Promise.all([
    outsider.fail(getManagedProviderTag, { id: tag.id }),
    outsider.fail(saveProviderTag, { clientId, name: 'Theirs' }),
    outsider.fail(saveProviderTag, { clientId, id: tag.id, version: 1, name: 'Theirs' }),
    outsider.fail(archiveProviderTag, { id: tag.id, ...archived }),
    outsider.fail(getManagedAffiliation, { id: tier.id }),
    outsider.fail(saveAffiliation, { clientId, id: tier.id, version: 1, name: 'Theirs' }),
    outsider.fail(archiveAffiliation, { id: tier.id, ...archived }),
  ]);
  for (const failure of failures) expect(failure).toMatchObject({ status: 404, message: texts.notFound });
  expect(await outsider.ok(listManagedProviderTags, { clientId })).toMatchObject({ items: [], totalItemCount: 0 });
  expect(await outsider.ok(listManagedAffiliations, { clientId })).toMatchObject({ items: [] });
});

test('other users cannot edit the lists', async () => {
  for (const by of [user, app.nobody]) {
    expect([401, 403]).toContain((await by.fail(listManagedProviderTags, { clientId })).status);
    expect([401, 403]).toContain((await by.fail(saveProviderTag, { clientId, name: 'Never' })).status);
    expect([401, 403]).toContain((await by.fail(saveAffiliation, { clientId, name: 'Never' })).status);
    const archived = { id: 1, isArchived: true, version: 1 };
    expect([401, 403]).toContain((await by.fail(archiveAffiliation, archived)).status);
  }
});
