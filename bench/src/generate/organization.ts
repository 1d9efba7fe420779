import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { userTypeIds } from '@careloop/contracts/codes';
import type { UserType } from '@careloop/contracts/codes';
import { Random } from '@careloop/demo/random';

import { firstNames, lastNames, searchKey, specialties, streets, towns } from './names.ts';
import { placeOfNumber } from './zipCodes.ts';
import { clientOf, facilitiesPerClient } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable } from './table.ts';

/** All numbers from 1 to the last. */
export function* numbers(last: number): Generator<number> {
  for (let number = 1; number <= last; number += 1) yield number;
}

interface GeneratedUser {
  userId: number;
  clientId: number;
  userType: UserType;
}

function* usersOf({ scale, users }: Population): Generator<GeneratedUser> {
  const kinds: [UserType, number][] = [
    ['provider', users.providers],
    ['care_coordinator', users.coordinators],
    ['office_administrator', users.office],
  ];
  let userId = 0;
  for (const [userType, count] of kinds) {
    for (const number of numbers(count)) {
      userId += 1;
      yield { userId, clientId: clientOf(scale, number), userType };
    }
  }
}

function* clientRows({ scale }: Population) {
  for (const clientId of numbers(scale.clients)) {
    yield { client_id: clientId, client_organization_id: 1, display_name: `Client ${clientId}` };
  }
}

function* featureRows({ scale }: Population) {
  for (const clientId of numbers(scale.clients)) yield { client_id: clientId, feature: 'canManageReferrals' };
}

function* marketRows({ scale }: Population) {
  for (const clientId of numbers(scale.clients)) {
    yield { market_id: clientId, client_id: clientId, name: 'New England' };
  }
}

function* facilityRows({ scale }: Population) {
  for (const number of numbers(scale.clients * facilitiesPerClient)) {
    const { city, state, zipcode } = new Random(`facility ${number}`).pick(towns);
    const clientId = Math.ceil(number / facilitiesPerClient);
    const name = `${city} Hospital ${number}`;
    yield { facility_id: number, client_id: clientId, market_id: clientId, name, city, state, zipcode };
  }
}

function nameOfUser(userId: number) {
  const random = new Random(`user ${userId}`);
  return { first_name: random.pick(firstNames), last_name: random.pick(lastNames) };
}

function* userRows(population: Population) {
  for (const { userId, clientId, userType } of usersOf(population)) {
    yield {
      user_id: userId,
      username: `user${userId}`,
      user_type: userType,
      user_type_id: userTypeIds[userType],
      ...nameOfUser(userId),
      email: `user${userId}@example.org`,
      origin_client_id: clientId,
    };
  }
}

function* userClientRows(population: Population) {
  for (const { userId, clientId, userType } of usersOf(population)) {
    yield { user_id: userId, client_id: clientId, is_coordinator: userType === 'care_coordinator' };
  }
}

function* permissionRows(population: Population) {
  for (const { userId, userType } of usersOf(population)) {
    for (const permission of defaultPermissions[userType]) yield { user_id: userId, permission };
  }
}

/** Each office administrator acts for two providers of the same client, if there are two. */
function* proxyRows(population: Population) {
  const { scale, users } = population;
  for (const number of numbers(users.office)) {
    const proxyUserId = users.providers + users.coordinators + number;
    const random = new Random(`proxy ${proxyUserId}`);
    const panel = population.panels[clientOf(scale, number)] ?? [];
    for (const proxiedUserId of new Set([random.pick(panel), random.pick(panel)])) {
      yield { proxied_user_id: proxiedUserId, proxy_user_id: proxyUserId, proxy_type: 'administrator' };
    }
  }
}

function* practiceRows({ scale }: Population) {
  for (const number of numbers(scale.clients)) {
    yield { healthcare_organization_id: number, name: `Practice ${number}` };
  }
}

function* specialtyRows() {
  for (const [index, name] of specialties.entries()) yield { healthcare_provider_specialty_id: index + 1, name };
}

/** By the number of a provider. */
export function specialtyOf(providerId: number): number {
  return new Random(`specialty ${providerId}`).int(1, specialties.length);
}

function* directoryRows({ scale, users }: Population): Generator<number> {
  yield* numbers(users.providers + (scale.directoryProviders ?? 0));
}

function* providerRows(population: Population) {
  const { scale, users } = population;
  for (const providerId of directoryRows(population)) {
    const random = new Random(`provider ${providerId}`);
    const isUser = providerId <= users.providers;
    yield {
      healthcare_provider_id: providerId,
      user_id: isUser ? providerId : null,
      origin_client_id: isUser ? clientOf(scale, providerId) : null,
      healthcare_organization_id: clientOf(scale, providerId),
      healthcare_provider_specialty_id: specialtyOf(providerId),
      gender: random.pick(['F', 'M']),
      accepts_new_patients: random.pick([true, false, null]),
      ...nameOfUser(providerId),
    };
  }
}

function* addressRows(population: Population) {
  for (const providerId of directoryRows(population)) {
    const random = new Random(`address ${providerId}`);
    yield {
      address_id: providerId,
      ...placeOf(population, providerId),
      address1: `${random.int(1, 999)} ${random.pick(streets)} Street`,
      address2: `Suite ${providerId}`,
    };
  }
}

function* addressInfoRows(population: Population) {
  for (const providerId of directoryRows(population)) {
    const { city, state, latitude, longitude } = placeOf(population, providerId);
    const { last_name, first_name } = nameOfUser(providerId);
    yield {
      healthcare_provider_address_info_id: providerId,
      healthcare_provider_id: providerId,
      address_id: providerId,
      address_label: 'Main office',
      // Copies normally maintained by a trigger; triggers do not run while rows are copied in.
      search_specialty_id: specialtyOf(providerId),
      search_latitude: latitude,
      search_longitude: longitude,
      search_town: searchKey(`${city}, ${state}`),
      search_name: searchKey(`${last_name}, ${first_name}`),
      search_has_user: providerId <= population.users.providers,
    };
  }
}

/** Users practice in their patients' towns, all other directory providers at ZIP codes across the country. */
function placeOf({ users }: Population, providerId: number) {
  if (providerId <= users.providers) return new Random(`address ${providerId}`).pick(towns);
  return placeOfNumber(providerId - users.providers);
}

/**
 * Clients, their facilities and users, and the directory. A provider's user, record and address have the same number.
 */
export const organizationTables: GeneratedTable[] = [
  { name: 'client_organization', rows: () => [{ client_organization_id: 1, name: 'Bench Health' }] },
  { name: 'client', rows: clientRows },
  { name: 'client_feature', rows: featureRows },
  { name: 'market', rows: marketRows },
  { name: 'facility', rows: facilityRows },
  { name: 'user_account', rows: userRows },
  { name: 'user_client', rows: userClientRows },
  { name: 'user_permission', rows: permissionRows },
  { name: 'user_proxy', rows: proxyRows },
  { name: 'healthcare_organization', rows: practiceRows },
  { name: 'healthcare_provider_specialty', rows: specialtyRows },
  { name: 'healthcare_provider', rows: providerRows },
  { name: 'address', rows: addressRows },
  { name: 'healthcare_provider_address_info', rows: addressInfoRows },
];
