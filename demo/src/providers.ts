import { languageOf } from '@careloop/contracts/codes/languages';
import { enrollmentStatus } from '@careloop/contracts/codes/providers';
import { isNpi } from '@careloop/contracts/fields/identifiers';
import { z } from 'zod';

import type { ClientKey } from './organization.ts';
import type { Phones } from './places.ts';
import type { Practice } from './practices.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

import { specialtyCodes } from './codes.ts';
import { keyOf, readContent } from './content.ts';
import { clientIds, clientKey } from './organization.ts';
import { practiceKey } from './practices.ts';
import { Random } from './random.ts';
import { username } from './users.ts';

const names = z.array(z.string()).default([]);
const providerPlan = z.strictObject({
  client: clientKey,
  firstName: z.string(),
  middleName: z.string().nullable().default(null),
  lastName: z.string(),
  gender: z.enum(['M', 'F']).nullable(),
  degree: z.string(),
  specialty: keyOf(specialtyCodes),
  practice: practiceKey,
  username: username.optional(),
  /** null if it was never stated. */
  acceptsNewPatients: z.boolean().nullable().default(true),
  /** Offices of the practice where they work; defaults to all. */
  offices: z.array(z.number()).optional(),
  /** Languages in addition to English. */
  languages: names,
  tags: names,
  /** A tier of the client; none if omitted. */
  tier: z.string().optional(),
  enrollment: keyOf(enrollmentStatus.table).nullable().default(null),
  isEmployed: z.boolean().nullable().default(null),
  /** Last names of providers of the same client who recommend this one. */
  preferredBy: names,
  publicNotes: z.string().nullable().default(null),
  privateNotes: z.string().nullable().default(null),
  populations: names,
  isOnCall: z.boolean().default(false),
});
type ProviderPlan = z.infer<typeof providerPlan>;

/** The forty providers of the directory, in the order of their ids. */
const providerPlans = readContent('providers', z.array(providerPlan));

export interface DemoProvider {
  plan: ProviderPlan;
  healthcareProviderId: number;
  addressId: number;
  addressInfoId: number;
  client: ClientKey;
  userId: number | null;
  username: Username | null;
  firstName: string;
  lastName: string;
  /** "Anjali Patel, MD" */
  signature: string;
  specialty: string;
  practice: Practice;
}

interface Deps {
  users: DemoUsers;
  practices: Map<string, Practice>;
  specialtyIds: Map<string, number>;
  phones: Phones;
}

/** Forty providers and their practices; some of them are users. */
export function addProviders(rows: Rows, deps: Deps): DemoProvider[] {
  return providerPlans.map((plan, index) => addProvider(rows, deps, plan, index));
}

function addProvider(rows: Rows, deps: Deps, plan: ProviderPlan, index: number): DemoProvider {
  const random = new Random(`provider ${plan.firstName} ${plan.lastName}`);
  const practice = deps.practices.get(plan.practice);
  if (practice === undefined) throw new Error(`No practice ${plan.practice}`);
  const user = plan.username === undefined ? null : deps.users[plan.username];
  const domain = plan.client === 'bayColony' ? 'example.org' : 'example.com';
  const mailbox = `${plan.firstName[0]}.${plan.lastName}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  const healthcareProviderId = rows.add('healthcare_provider', {
    user_id: user?.userId ?? null,
    origin_client_id: clientIds[plan.client],
    healthcare_organization_id: practice.healthcareOrganizationId,
    healthcare_provider_specialty_id: deps.specialtyIds.get(plan.specialty) ?? null,
    npi_number: inventNpi(index),
    npi_is_valid: true,
    first_name: plan.firstName,
    middle_name: plan.middleName,
    last_name: plan.lastName,
    degree: plan.degree,
    gender: plan.gender,
    email: user?.email ?? `${mailbox}@${domain}`,
    website: practice.website && `${practice.website}/team/${mailbox.slice(2)}`,
    direct_email: directEmailOf(plan, random.chance(0.6), mailbox, domain),
    office_phone: practice.locations[0]?.phone ?? null,
    fax: practice.locations[0]?.fax ?? null,
    accepts_new_patients: plan.acceptsNewPatients,
    ...profileOf(plan, index),
    version: 1,
  });
  const address = addAddresses(rows, plan, practice, healthcareProviderId, random);
  return {
    plan,
    healthcareProviderId,
    ...address,
    client: plan.client,
    userId: user?.userId ?? null,
    username: plan.username ?? null,
    firstName: plan.firstName,
    lastName: plan.lastName,
    signature: `${plan.firstName} ${plan.lastName}, ${plan.degree}`,
    specialty: plan.specialty,
    practice,
  };
}

/** For a user, the address of their account. */
function directEmailOf({ username }: ProviderPlan, hasOne: boolean, mailbox: string, domain: string): string | null {
  if (username !== undefined) return `${username}@direct.${domain}`;
  return hasOne ? `${mailbox}@direct.${domain}` : null;
}

function profileOf(profile: ProviderPlan, index: number) {
  const { client, lastName } = profile;
  const state = client === 'bayColony' ? 'MA' : 'KS';
  return {
    license_number: `${state}${String(210_000 + index * 137)}`,
    physician_code: `${lastName.slice(0, 3).toUpperCase()}${String(index + 1).padStart(3, '0')}`,
    // English first, because most of them speak it with patients.
    language_codes: ['English', ...profile.languages]
      .map((name) => languageOf(name)?.code)
      .filter((code) => code !== undefined),
    populations: profile.populations,
    public_notes: profile.publicNotes,
    private_notes: profile.privateNotes,
    is_employed: profile.isEmployed,
    enrollment_status: profile.enrollment,
  };
}

/** @returns the first address */
function addAddresses(rows: Rows, plan: ProviderPlan, practice: Practice, providerId: number, random: Random) {
  const offices = practice.locations.filter((_, office) => plan.offices?.includes(office) ?? true);
  const [first] = offices.map((office) => {
    const addressInfoId = rows.add('healthcare_provider_address_info', {
      healthcare_provider_id: providerId,
      address_id: office.addressId,
      address_label: office.label,
      office_phone: office.phone,
      fax_number: random.chance(0.85) ? office.fax : null,
    });
    return { addressId: office.addressId, addressInfoId };
  });
  if (first === undefined) throw new Error(`No office of ${practice.name} for ${plan.lastName}`);
  return first;
}

/** A well-formed NPI that is unlikely to be assigned: 12… or 19…, with a valid check digit. */
function inventNpi(index: number): string {
  const nine = `${index % 2 === 0 ? '12' : '19'}${String(4_500_000 + index * 7_919).padStart(7, '0')}`;
  for (let digit = 0; digit <= 9; digit += 1) {
    if (isNpi(`${nine}${digit}`)) return `${nine}${digit}`;
  }
  throw new Error('One of ten check digits is always right');
}
