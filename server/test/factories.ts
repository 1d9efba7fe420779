import type { Permission } from '@careloop/contracts/access';
import type { ReferralStatus, UserType } from '@careloop/contracts/codes';
import { createReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import type { Db } from '../src/platform/db/client.ts';
import type { TestApp } from './harness.ts';

// Each factory creates missing parents, so that a test only specifies what it is about.

let counter = 0;
/** A unique number within this run. */
function next(): number {
  counter += 1;
  return counter;
}

export async function buildClient(db: Db, options: { features?: string[] } = {}): Promise<{ clientId: number }> {
  const number = next();
  const organization = await db
    .insertInto('client_organization')
    .values({ name: `Organisation ${number}` })
    .returning('client_organization_id')
    .executeTakeFirstOrThrow();
  const { client_id } = await db
    .insertInto('client')
    .values({ display_name: `Client ${number}`, ...organization })
    .returning('client_id')
    .executeTakeFirstOrThrow();
  const features = options.features ?? ['canManageReferrals'];
  if (features.length > 0) {
    await db
      .insertInto('client_feature')
      .values(features.map((feature) => ({ client_id, feature })))
      .execute();
  }
  return { clientId: client_id };
}

interface UserOptions {
  clientId?: number;
  userType?: UserType;
  permissions?: Permission[];
  isCoordinator?: boolean;
  username?: string;
  passwordHash?: string;
  isActive?: boolean;
  firstName?: string;
  lastName?: string;
  email?: string | null;
}

export async function buildUser(
  db: Db,
  options: UserOptions = {},
): Promise<{ userId: number; clientId: number; username: string }> {
  const number = next();
  const clientId = options.clientId ?? (await buildClient(db)).clientId;
  const username = options.username ?? `user${number}`;
  const { user_id } = await db
    .insertInto('user_account')
    .values({
      username,
      user_type: options.userType ?? 'office_user',
      first_name: options.firstName ?? 'Robin',
      last_name: options.lastName ?? `Reyes ${number}`,
      email: options.email === undefined ? `user${number}@example.org` : options.email,
      password_hash: options.passwordHash ?? null,
      is_active: options.isActive ?? true,
      origin_client_id: clientId,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_client')
    .values({ user_id, client_id: clientId, is_coordinator: options.isCoordinator ?? false })
    .execute();
  const permissions = options.permissions ?? ['ManageWorkQueues'];
  for (const permission of permissions)
    await db.insertInto('user_permission').values({ user_id, permission }).execute();
  return { userId: user_id, clientId, username };
}

export function buildCoordinator(db: Db, options: UserOptions = {}) {
  return buildUser(db, {
    userType: 'care_coordinator',
    permissions: ['ManageWorkQueues', 'ViewAllPatients'],
    isCoordinator: true,
    ...options,
  });
}

export interface BuiltProvider {
  userId: number;
  clientId: number;
  healthcareProviderId: number;
  addressId: number;
  addressInfoId: number;
  specialtyId: number;
}

/** A provider with a user and one practice address in Worcester, Massachusetts. */
export async function buildProvider(
  db: Db,
  options: UserOptions & { specialty?: string } = {},
): Promise<BuiltProvider> {
  const user = await buildUser(db, { userType: 'provider', ...options });
  return { ...user, ...(await buildDirectoryProvider(db, { ...options, userId: user.userId })) };
}

/** A directory provider with or without a user. */
export async function buildDirectoryProvider(
  db: Db,
  options: {
    userId?: number;
    firstName?: string;
    lastName?: string;
    specialty?: string;
    zipcode?: string;
    latitude?: number;
    longitude?: number;
  } = {},
) {
  const number = next();
  const specialty = await db
    .insertInto('healthcare_provider_specialty')
    .values({ name: options.specialty ?? `Specialty ${number}` })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(name), client_id`).doUpdateSet((row) => ({ name: row.ref('excluded.name') })),
    )
    .returning('healthcare_provider_specialty_id as specialtyId')
    .executeTakeFirstOrThrow();
  const provider = await db
    .insertInto('healthcare_provider')
    .values({
      user_id: options.userId ?? null,
      first_name: options.firstName ?? 'Anita',
      last_name: options.lastName ?? `Provider ${number}`,
      healthcare_provider_specialty_id: specialty.specialtyId,
    })
    .returning('healthcare_provider_id as healthcareProviderId')
    .executeTakeFirstOrThrow();
  // A separate address, unless a test shares one.
  const address = await db
    .insertInto('address')
    .values({
      address1: `${number} Main Street`,
      city: 'Worcester',
      state: 'MA',
      zipcode: options.zipcode ?? '01608',
      latitude: options.latitude ?? 42.2626,
      longitude: options.longitude ?? -71.8023,
    })
    .returning('address_id as addressId')
    .executeTakeFirstOrThrow();
  const link = await db
    .insertInto('healthcare_provider_address_info')
    .values({
      healthcare_provider_id: provider.healthcareProviderId,
      address_id: address.addressId,
      address_label: 'Main office',
    })
    .returning('healthcare_provider_address_info_id as addressInfoId')
    .executeTakeFirstOrThrow();
  return { ...provider, ...address, ...link, ...specialty };
}

interface PatientOptions {
  clientId?: number;
  firstName?: string;
  lastName?: string;
  dateOfBirth?: string | null;
  mrn?: string;
  deceasedOn?: string;
  latitude?: number;
  longitude?: number;
}

export async function buildPatient(
  db: Db,
  options: PatientOptions = {},
): Promise<{ patientId: number; clientId: number; mrn: string }> {
  const number = next();
  const clientId = options.clientId ?? (await buildClient(db)).clientId;
  const mrn = options.mrn ?? `M${String(number).padStart(6, '0')}`;
  const { patient_id } = await db
    .insertInto('patient')
    .values({
      client_id: clientId,
      mrn,
      first_name: options.firstName ?? 'Grace',
      last_name: options.lastName ?? `Okafor ${number}`,
      date_of_birth: options.dateOfBirth === undefined ? '1945-07-14' : options.dateOfBirth,
      gender: 'female',
      deceased_on: options.deceasedOn ?? null,
      latitude: options.latitude ?? null,
      longitude: options.longitude ?? null,
    })
    .returning('patient_id')
    .executeTakeFirstOrThrow();
  return { patientId: patient_id, clientId, mrn };
}

export async function addToCareTeam(
  db: Db,
  patient: { patientId: number },
  user: { userId: number },
  status: 'accepted' | 'invited' | 'declined' | 'removed' | 'inactive' | 'cancelled' = 'accepted',
): Promise<void> {
  await db
    .insertInto('care_team_member')
    .values({ patient_id: patient.patientId, user_id: user.userId, status })
    .execute();
}

export async function addProxy(db: Db, proxied: { userId: number }, proxy: { userId: number }): Promise<void> {
  await db
    .insertInto('user_proxy')
    .values({ proxied_user_id: proxied.userId, proxy_user_id: proxy.userId, proxy_type: 'administrator' })
    .execute();
}

/** A text document of a patient, with its bytes in storage. */
export async function buildDocument(
  test: TestApp,
  patient: { patientId: number },
  text = 'A note.',
): Promise<{ patientDocumentId: number }> {
  const { key, byteCount } = await test.deps.storage.put(Buffer.from(text));
  const type = await test.db
    .insertInto('document_type')
    .values({ document_name: 'Progress Note' })
    .onConflict((conflict) =>
      conflict.column('document_name').doUpdateSet((row) => ({ document_name: row.ref('excluded.document_name') })),
    )
    .returning('document_type_id')
    .executeTakeFirstOrThrow();
  return test.db
    .insertInto('patient_document')
    .values({
      patient_id: patient.patientId,
      document_type_id: type.document_type_id,
      document_name: `Note ${next()}`,
      date_provided: new Date('2026-03-02T10:00:00Z'),
      content_type: 'text/plain; charset=utf-8',
      storage_key: key,
      byte_count: byteCount,
      format: 'text',
      file_state: 'clear',
      file_checked_at: new Date(),
    })
    .returning('patient_document_id as patientDocumentId')
    .executeTakeFirstOrThrow();
}

/**
 * Creates an affiliation tier for a client and makes it the provider's primary affiliation. An enforced preference comes with
 * a preferred tier, without which it has no effect.
 */
export async function affiliate(
  db: Db,
  { healthcareProviderId }: { healthcareProviderId: number },
  tier: { clientId: number; isPreferred?: boolean; enforcePreferred?: boolean },
): Promise<void> {
  const { clientId, isPreferred = false, enforcePreferred = false } = tier;
  if (enforcePreferred && !isPreferred)
    await db
      .insertInto('affiliation_tier')
      .values({ client_id: clientId, name: `Preferred over ${healthcareProviderId}`, is_preferred: true })
      .execute();
  const { affiliation_tier_id } = await db
    .insertInto('affiliation_tier')
    .values({
      client_id: clientId,
      name: `Tier of ${healthcareProviderId}`,
      is_preferred: isPreferred,
      enforce_preferred: enforcePreferred,
    })
    .returning('affiliation_tier_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('healthcare_provider_affiliation')
    .values({
      client_id: clientId,
      healthcare_provider_id: healthcareProviderId,
      affiliation_tier_id,
      is_primary: true,
    })
    .execute();
}

/** Sender, receiver and patient of one client. */
export async function buildReferralParties(test: TestApp) {
  const sender = await buildCoordinator(test.db);
  const { clientId } = sender;
  const receiver = await buildProvider(test.db, { clientId });
  const referredBy = await buildProvider(test.db, { clientId });
  const patient = await buildPatient(test.db, { clientId });
  return { sender, receiver, referredBy, patient };
}

export type ReferralParties = Awaited<ReturnType<typeof buildReferralParties>>;

/** Input of a complete referral. */
export function referralInput(parties: Pick<ReferralParties, 'patient' | 'receiver' | 'referredBy'>) {
  return {
    patientId: parties.patient.patientId,
    healthcareProviderId: parties.receiver.healthcareProviderId,
    healthcareProviderAddressId: parties.receiver.addressId,
    referredByHealthcareProviderId: parties.referredBy.healthcareProviderId,
    referralReason: 'Chest pain on exertion',
    urgencyDays: 7,
  };
}

/** Sends a referral through the API, then optionally sets another status. */
export async function buildReferral(
  test: TestApp,
  options: { parties?: ReferralParties; status?: ReferralStatus } = {},
) {
  const parties = options.parties ?? (await buildReferralParties(test));
  const caller = await test.as(parties.sender);
  const { referralId } = await caller.ok(createReferral, referralInput(parties));
  if (options.status !== undefined && options.status !== 'pending') {
    const decline = options.status === 'declined' ? { decline_reason: 'availability' } : {};
    await test.db
      .updateTable('referral')
      .set({ status: options.status, ...decline })
      .where('referral_id', '=', referralId)
      .execute();
  }
  return { referralId, ...parties };
}

/** Change rows of a referral in the audit, in order. */
export function changesOf(db: Db, referralId: number) {
  return db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'on_behalf_of_user_id', 'patient_id'])
    .where('subject_type', '=', 'referral')
    .where('subject_id', '=', referralId)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
}
