import { Random } from '@careloop/demo/random';

import { cities, specialties, streets, towns } from './names.ts';
import { nameOfUser, numbers } from './organisation.ts';
import { clientOf } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable } from './table.ts';

/** Of the directory's own providers, who are no users, this many in a hundred are in and around a large city. */
const inCities = 60;

function* practiceRows({ scale }: Population) {
  for (const number of numbers(scale.clients)) {
    yield { healthcare_organization_id: number, name: `Practice ${number}` };
  }
}

function* specialtyRows() {
  for (const [index, name] of specialties.entries()) yield { healthcare_provider_specialty_id: index + 1, name };
}

/** Providers who are users have the first numbers. */
function providerNumbers({ scale, users }: Population): Generator<number> {
  return numbers(users.providers + (scale.directory ?? 0));
}

function specialtyOf(providerId: number): number {
  return new Random(`specialty ${providerId}`).int(1, specialties.length);
}

function* providerRows(population: Population) {
  const { scale, users } = population;
  for (const providerId of providerNumbers(population)) {
    const isUser = providerId <= users.providers;
    const random = new Random(`provider ${providerId}`);
    yield {
      healthcare_provider_id: providerId,
      user_id: isUser ? providerId : null,
      origin_client_id: isUser ? clientOf(scale, providerId) : null,
      healthcare_organization_id: isUser ? clientOf(scale, providerId) : null,
      healthcare_provider_specialty_id: specialtyOf(providerId),
      gender: random.pick(['F', 'M']),
      language_codes: random.pick(['{13}', '{13}', '{13,44}']),
      accepts_new_patients: random.pick([true, true, false, null]),
      ...nameOfUser(providerId),
    };
  }
}

function placeOf({ users }: Population, providerId: number) {
  const random = new Random(`address ${providerId}`);
  if (providerId <= users.providers) return random.pick(towns);
  const around = (center: number, reach: number) => center + random.int(-reach, reach) / 1_000;
  if (random.int(1, 100) > inCities)
    return {
      city: 'Anywhere',
      state: 'KS',
      zipcode: '66002',
      latitude: around(39, 8_000),
      longitude: around(-97, 24_000),
    };
  const { latitude, longitude, ...city } = random.pick(cities);
  return { ...city, latitude: around(latitude, 250), longitude: around(longitude, 250) };
}

/** As the function of the same name in the database. */
function onSphere(latitude: number, longitude: number): string {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return `(${Math.cos(phi) * Math.cos(lambda)}, ${Math.cos(phi) * Math.sin(lambda)}, ${Math.sin(phi)})`;
}

function* addressRows(population: Population) {
  for (const providerId of providerNumbers(population)) {
    const random = new Random(`street ${providerId}`);
    yield {
      address_id: providerId,
      ...placeOf(population, providerId),
      address1: `${random.int(1, 999)} ${random.pick(streets)} Street`,
      address2: `Suite ${providerId}`,
    };
  }
}

function* addressInfoRows(population: Population) {
  for (const providerId of providerNumbers(population)) {
    const { latitude, longitude } = placeOf(population, providerId);
    yield {
      healthcare_provider_address_info_id: providerId,
      healthcare_provider_id: providerId,
      address_id: providerId,
      address_label: 'Main office',
      // What a trigger keeps otherwise.
      search_specialty_id: specialtyOf(providerId),
      search_latitude: latitude,
      search_longitude: longitude,
      search_place: onSphere(latitude, longitude),
    };
  }
}

/** The directory: users' own records, then as many more as the scale says. A provider's record, address and link have one number. */
export const directoryTables: GeneratedTable[] = [
  { name: 'healthcare_organization', rows: practiceRows },
  { name: 'healthcare_provider_specialty', rows: specialtyRows },
  { name: 'healthcare_provider', rows: providerRows },
  { name: 'address', rows: addressRows },
  { name: 'healthcare_provider_address_info', rows: addressInfoRows },
];
