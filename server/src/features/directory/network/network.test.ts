import { enrollmentStatus } from '@careloop/contracts/codes/providers';
import { getProviderNetwork, networkTexts } from '@careloop/contracts/directory/network';
import { saveProviderNetwork } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { searchAps } from '@careloop/contracts/directory/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildClient, buildDirectoryProvider, buildProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { findPreference } from '../shared/queries/preferences.ts';

let app: TestApp;
let clientId: number;
let otherClientId: number;
/** May edit providers. */
let editor: Caller;
let reader: Caller;
/** May edit providers, at another client. */
let other: Caller;
let core: number;
let community: number;
let otherTier: number;
let choicePlus: number;
let oldPlan: number;

beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  ({ clientId: otherClientId } = await buildClient(app.db));
  const names = { firstName: 'Maria', lastName: 'Santos' };
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'], ...names }));
  reader = await app.as(await buildUser(app.db, { clientId, permissions: ['Messages'] }));
  other = await app.as(await buildUser(app.db, { clientId: otherClientId, permissions: ['EditProvider'] }));
  core = await tierOf(clientId, 'Core', true);
  community = await tierOf(clientId, 'Community', false);
  otherTier = await tierOf(otherClientId, 'Partner', true);
  const { insurance_carrier_id: carrierId } = await app.db
    .insertInto('insurance_carrier')
    .values({ name: 'Harbor Health' })
    .returning('insurance_carrier_id')
    .executeTakeFirstOrThrow();
  choicePlus = await planOf(carrierId, 'Choice Plus', false);
  oldPlan = await planOf(carrierId, 'Choice 2019', true);
});
afterAll(() => app.stop());

async function tierOf(client: number, name: string, isPreferred: boolean) {
  const { id } = await app.db
    .insertInto('affiliation_tier')
    .values({
      client_id: client,
      name,
      is_preferred: isPreferred,
      enforce_preferred: true,
      position: isPreferred ? 0 : 1,
    })
    .returning('affiliation_tier_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

async function planOf(carrierId: number, name: string, isDisabled: boolean) {
  const { id } = await app.db
    .insertInto('insurance_plan')
    .values({
      insurance_carrier_id: carrierId,
      name,
      plan_type: 'ppo',
      plan_subtype: 'commercial',
      is_disabled: isDisabled,
    })
    .returning('insurance_plan_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

const startedAt = Date.now();
const hours = (count: number) => new Date(startedAt + count * 3_600_000).toISOString();
const newProvider = async () => (await buildDirectoryProvider(app.db)).healthcareProviderId;
const read = (healthcareProviderId: number, caller = editor) => caller.ok(getProviderNetwork, { healthcareProviderId });

async function save(healthcareProviderId: number, parts: object, caller = editor) {
  const { networkVersion } = await read(healthcareProviderId, caller);
  return caller.ok(saveProviderNetwork, { healthcareProviderId, networkVersion, ...parts });
}

async function problemsOf(healthcareProviderId: number, parts: object, caller = editor) {
  const { networkVersion } = await read(healthcareProviderId);
  const input = { healthcareProviderId, networkVersion, ...parts };
  return (await caller.fail(saveProviderNetwork, input)).validationErrors;
}

async function auditedParts(healthcareProviderId: number) {
  const rows = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'provider.network_saved')
    .where('subject_id', '=', healthcareProviderId)
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ details }) => (details as { parts: string[] }).parts);
}

describe('saving', () => {
  test('stores every part, records which ones changed, and nothing if none did', async () => {
    const id = await newProvider();
    const by = await buildDirectoryProvider(app.db, { lastName: 'Abbot', firstName: 'Bea', specialty: 'Urology' });
    const parts = {
      affiliations: [{ affiliationTierId: core }, { affiliationTierId: community }],
      preferredByIds: [by.healthcareProviderId],
      insurancePlanIds: [choicePlus],
      onCall: [{ startsAt: hours(-1), endsAt: hours(5) }],
      isEmployed: true,
      enrollmentStatus: enrollmentStatus.table.initiated,
    };
    expect(await save(id, parts)).toMatchObject({ networkVersion: 2 });
    const saved = await read(id);
    expect(saved).toMatchObject({
      // The first one is primary.
      affiliations: [
        { affiliationTierId: core, name: 'Core', clientId, isPrimary: true },
        { affiliationTierId: community, isPrimary: false },
      ],
      preferredBy: [{ fullName: 'Abbot, Bea', specialty: 'Urology' }],
      insurancePlans: [{ carrierName: 'Harbor Health', name: 'Choice Plus', isDisabled: false }],
      isEmployed: true,
      enrollmentStatus: 2,
      networkVersion: 2,
      options: {
        clients: [{ clientId, tiers: [{ name: 'Core' }, { name: 'Community' }] }],
        carriers: [{ carrierName: 'Harbor Health', plans: [{ name: 'Choice Plus' }] }],
      },
      can: { editAffiliations: true, editDetails: true },
    });
    expect(saved.onCall.map(({ endsAt }) => Date.parse(endsAt))).toEqual([Date.parse(parts.onCall[0]?.endsAt ?? '')]);
    expect(await save(id, { ...parts, onCall: saved.onCall })).toMatchObject({ networkVersion: 2 });
    const names = ['affiliations', 'preferredBy', 'insurancePlans', 'onCall', 'is_employed', 'enrollment_status'];
    expect(await auditedParts(id)).toEqual([names]);
  });

  test('does not change omitted parts, and removes what is empty', async () => {
    const id = await newProvider();
    await save(id, { insurancePlanIds: [choicePlus], isEmployed: false });
    await save(id, { affiliations: [{ affiliationTierId: community }] });
    expect(await read(id)).toMatchObject({ insurancePlans: [{ insurancePlanId: choicePlus }], isEmployed: false });
    await save(id, { insurancePlanIds: [], affiliations: [], isEmployed: null });
    expect(await read(id)).toMatchObject({ insurancePlans: [], affiliations: [], isEmployed: null });
    expect(await auditedParts(id)).toHaveLength(3);
  });

  test('decides with the primary affiliation whether the provider is preferred, also after it moves', async () => {
    const id = await newProvider();
    await save(id, { affiliations: [{ affiliationTierId: core }, { affiliationTierId: community }] });
    expect(await findPreference(app.db, clientId, id)).toMatchObject({ isPreferred: true });
    const moved = [{ affiliationTierId: core }, { affiliationTierId: community, isPrimary: true }];
    await save(id, { affiliations: moved });
    expect(await findPreference(app.db, clientId, id)).toEqual({ isPreferred: false, enforcePreferred: true });
    const both = moved.map((one) => ({ ...one, isPrimary: true }));
    expect(await problemsOf(id, { affiliations: both })).toEqual({ affiliations: networkTexts.severalPrimary });
    // The same affiliation twice is one.
    const twice = [{ affiliationTierId: core }, { affiliationTierId: core, isPrimary: true }];
    await save(id, { affiliations: [...twice, { affiliationTierId: community }] });
    expect((await read(id)).affiliations).toMatchObject([
      { affiliationTierId: core, isPrimary: true },
      { affiliationTierId: community, isPrimary: false },
    ]);
  });

  test('is what the advanced search finds by', async () => {
    const id = await newProvider();
    const by = await newProvider();
    await save(id, {
      affiliations: [{ affiliationTierId: core }],
      preferredByIds: [by],
      insurancePlanIds: [choicePlus],
      onCall: [{ startsAt: hours(-1), endsAt: hours(1) }],
      isEmployed: true,
    });
    const { data } = await editor.ok(searchAps, { affiliation: core, preferredByProvider: by });
    expect(data).toMatchObject([
      { personId: id, primaryAffiliationName: 'Core', isOnCall: true, isEmployedOrEnrolled: true },
    ]);
  });

  test('keeps a plan that is no longer offered, and offers it to nobody else', async () => {
    const id = await newProvider();
    expect(await problemsOf(id, { insurancePlanIds: [oldPlan] })).toEqual({
      insurancePlanIds: networkTexts.unknownPlan,
    });
    await app.db
      .insertInto('healthcare_provider_insurance_plan')
      .values({ healthcare_provider_id: id, insurance_plan_id: oldPlan })
      .execute();
    await save(id, { insurancePlanIds: [oldPlan, choicePlus] });
    expect((await read(id)).insurancePlans.map((plan) => plan.isDisabled)).toEqual([true, false]);
  });

  test('keeps an archived affiliation, and offers it to nobody else', async () => {
    const id = await newProvider();
    const past = await tierOf(clientId, 'Past', false);
    await save(id, { affiliations: [{ affiliationTierId: past }] });
    await app.db
      .updateTable('affiliation_tier')
      .set({ is_archived: true })
      .where('affiliation_tier_id', '=', past)
      .execute();
    const names = (await read(id)).options?.clients[0]?.tiers.map(({ name }) => name);
    expect(names).toEqual(['Core', 'Community']);
    await save(id, { affiliations: [{ affiliationTierId: past }, { affiliationTierId: core }] });
    expect(await problemsOf(await newProvider(), { affiliations: [{ affiliationTierId: past }] })).toEqual({
      affiliations: networkTexts.unknownTier,
    });
  });

  test('rejects bad input with a message', async () => {
    const id = await newProvider();
    expect(await problemsOf(id, { preferredByIds: [id] })).toEqual({ preferredByIds: networkTexts.preferredBySelf });
    expect(await problemsOf(id, { preferredByIds: [9_999_999] })).toEqual({
      preferredByIds: networkTexts.unknownProvider,
    });
    expect(await problemsOf(id, { preferredByIds: Array.from({ length: 101 }, () => 1) })).toEqual({
      preferredByIds: networkTexts.tooManyPreferredBy,
    });
    const onCall = async (...ends: [number, number][]) =>
      (await problemsOf(id, { onCall: ends.map(([start, end]) => ({ startsAt: hours(start), endsAt: hours(end) })) }))[
        'onCall'
      ];
    expect(await onCall([2, 2])).toBe(networkTexts.endBeforeStart);
    expect(await onCall([1, 5], [8, 9], [4, 6])).toBe(networkTexts.overlap);
    expect(await onCall([-5, -1])).toBe(networkTexts.endInPast);
    expect((await read(id)).onCall).toEqual([]);
  });

  test('keeps periods that have ended, which the editor no longer shows', async () => {
    const id = await newProvider();
    const [startsAt, endsAt] = [hours(-9), hours(-1)];
    const ended = { healthcare_provider_id: id, starts_at: startsAt, ends_at: endsAt };
    await app.db.insertInto('healthcare_provider_on_call').values(ended).execute();
    expect((await read(id)).onCall).toEqual([]);
    // It ended while the form was open.
    await save(id, {
      onCall: [
        { startsAt, endsAt },
        { startsAt: hours(1), endsAt: hours(2) },
      ],
    });
    await save(id, { onCall: [] });
    const left = await app.db
      .selectFrom('healthcare_provider_on_call')
      .selectAll()
      .where('healthcare_provider_id', '=', id)
      .execute();
    expect(left).toHaveLength(1);
  });

  test('tells the second of two editors who changed it, apart from the version of the record', async () => {
    const id = await newProvider();
    const { version } = await editor.ok(getProvider, { healthcareProviderId: id });
    await save(id, { isEmployed: true });
    const stale = { healthcareProviderId: id, networkVersion: 1, isEmployed: false };
    const failure = await editor.fail(saveProviderNetwork, stale);
    expect(failure).toMatchObject({
      status: 409,
      message: networkTexts.changed,
      current: { version: 2, changedBy: 'Maria Santos' },
    });
    const { networkVersion: _left, ...without } = stale;
    expect((await editor.fail(saveProviderNetwork, without)).status).toBe(409);
    expect(await editor.ok(getProvider, { healthcareProviderId: id })).toMatchObject({ version });
  });
});

describe('permissions', () => {
  test('everyone signed in reads, and only those with the permission edit', async () => {
    const id = await newProvider();
    expect((await app.nobody.fail(getProviderNetwork, { healthcareProviderId: id })).status).toBe(401);
    expect((await app.nobody.fail(saveProviderNetwork, { healthcareProviderId: id })).status).toBe(401);
    expect((await reader.fail(saveProviderNetwork, { healthcareProviderId: id })).status).toBe(403);
    expect((await reader.fail(getProviderNetwork, { healthcareProviderId: 9_999_999 })).message).toBe(
      providerTexts.notFound,
    );
    expect(await read(id, reader)).toMatchObject({
      options: null,
      can: { editAffiliations: providerTexts.noEdit, editDetails: providerTexts.noEdit },
    });
  });

  test('each client has its own affiliations, also with providers of others', async () => {
    const { healthcareProviderId: id } = await buildProvider(app.db, { clientId });
    await save(id, { affiliations: [{ affiliationTierId: core }], isEmployed: true });
    expect(await read(id, other)).toMatchObject({
      affiliations: [],
      options: { clients: [{ clientId: otherClientId, tiers: [{ name: 'Partner' }] }] },
      can: { editAffiliations: true, editDetails: providerTexts.otherOrigin },
    });
    expect(await problemsOf(id, { affiliations: [{ affiliationTierId: core }] }, other)).toEqual({
      affiliations: networkTexts.unknownTier,
    });
    expect(await problemsOf(id, { isEmployed: false }, other)).toEqual({ '': providerTexts.otherOrigin });
    await save(id, { affiliations: [{ affiliationTierId: otherTier }] }, other);
    await save(id, { affiliations: [{ affiliationTierId: community }] });
    expect((await read(id, other)).affiliations).toMatchObject([{ affiliationTierId: otherTier, isPrimary: true }]);
    expect((await read(id, reader)).affiliations).toMatchObject([{ affiliationTierId: community, isPrimary: true }]);
  });

  test('providers do not edit their own network', async () => {
    const user = await buildProvider(app.db, { clientId, permissions: ['Messages'] });
    const { healthcareProviderId } = user;
    const self = await app.as(user);
    expect(await self.ok(getProvider, { healthcareProviderId })).toMatchObject({ can: { edit: true } });
    expect((await self.fail(saveProviderNetwork, { healthcareProviderId, networkVersion: 1 })).status).toBe(403);
  });
});
