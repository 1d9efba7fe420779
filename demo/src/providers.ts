import { languageOf } from '@careloop/contracts/codes/languages';
import { isNpi } from '@careloop/contracts/fields/identifiers';

import type { ClientKey } from './organization.ts';
import type { Phones } from './places.ts';
import type { Practice, PracticeKey } from './practices.ts';
import type { Rows } from './rows.ts';
import type { SpecialtyName } from './specialties.ts';
import type { DemoUsers, Username } from './users.ts';

import { clientIds } from './organization.ts';
import { providerPlans } from './providerPlans.ts';
import { providerProfiles } from './providerProfiles.ts';
import type { ProviderPlan } from './providerPlans.ts';
import { Random } from './random.ts';

export interface DemoProvider {
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
  specialty: SpecialtyName;
  practice: Practice;
  practiceKey: PracticeKey;
}

interface Deps {
  users: DemoUsers;
  practices: Map<PracticeKey, Practice>;
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
    middle_name: plan.middleName ?? null,
    last_name: plan.lastName,
    degree: plan.degree,
    gender: plan.gender,
    email: user?.email ?? `${mailbox}@${domain}`,
    direct_email: directEmailOf(plan, random.chance(0.6), mailbox, domain),
    office_phone: practice.locations[0]?.phone ?? null,
    fax: practice.locations[0]?.fax ?? null,
    accepts_new_patients: plan.acceptsNewPatients === undefined ? true : plan.acceptsNewPatients,
    ...profileOf(plan, index),
    version: 1,
  });
  const address = addAddresses(rows, plan, practice, healthcareProviderId, random);
  return {
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
    practiceKey: plan.practice,
  };
}

/** For a user, the address of their account. */
function directEmailOf({ username }: ProviderPlan, hasOne: boolean, mailbox: string, domain: string): string | null {
  if (username !== undefined) return `${username}@direct.${domain}`;
  return hasOne ? `${mailbox}@direct.${domain}` : null;
}

function profileOf({ client, lastName }: ProviderPlan, index: number) {
  const profile = providerProfiles[lastName] ?? {};
  const state = client === 'bayColony' ? 'MA' : 'KS';
  return {
    license_number: `${state}${String(210_000 + index * 137)}`,
    physician_code: `${lastName.slice(0, 3).toUpperCase()}${String(index + 1).padStart(3, '0')}`,
    // English first, because most of them speak it with patients.
    language_codes: ['English', ...(profile.languages ?? [])]
      .map((name) => languageOf(name)?.code)
      .filter((code) => code !== undefined),
    populations: [...(profile.populations ?? [])],
    public_notes: profile.publicNotes ?? null,
    private_notes: profile.privateNotes ?? null,
    is_employed: profile.isEmployed ?? null,
    enrollment_status: profile.enrollment ?? null,
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
export function inventNpi(index: number): string {
  const nine = `${index % 2 === 0 ? '12' : '19'}${String(4_500_000 + index * 7_919).padStart(7, '0')}`;
  for (let digit = 0; digit <= 9; digit += 1) {
    if (isNpi(`${nine}${digit}`)) return `${nine}${digit}`;
  }
  throw new Error('One of ten check digits is always right');
}
