import { restoreZip, stateCodeOf } from '../../../core/geography/usAddress.ts';
import { phoneDigits } from '../fhir/contact.ts';
import { nameInCase } from './nameInCase.ts';

import type { Fields } from '../../../platform/files/csv.ts';

// NPPES is the national registry of provider numbers. Its monthly file, weekly updates, trimmed copies and API responses use
// different names for the same data; this file maps them all to one record type.

export interface NppesAddress {
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  phone: string | null;
  fax: string | null;
}

interface NppesTaxonomy {
  code: string;
  license: string | null;
  /** False if the primary one is not stated, or is not in this copy of the record. */
  isPrimary: boolean;
}

interface Common {
  npi: string;
  /** YYYY-MM-DD */
  lastUpdated: string | null;
  practice: NppesAddress[];
  mailing: NppesAddress | null;
  taxonomy: NppesTaxonomy | null;
  /** Taxonomies beside that one, which are not kept. */
  otherTaxonomies: number;
  /** A trimmed copy: it has no mailing address and only the first taxonomy. */
  isPartial: boolean;
}

export type NppesRecord =
  | (Common & {
      kind: 'person';
      firstName: string;
      middleName: string | null;
      lastName: string;
      degree: string | null;
      gender: 'M' | 'F' | null;
    })
  | (Common & { kind: 'organization'; name: string })
  | { kind: 'deactivated'; npi: string; deactivatedOn: string; lastUpdated: string | null };

/** The reason a row cannot be imported, worded for the user who runs the import. */
export type Unreadable = { problem: string; npi: string | null };

/** Spreadsheets save 334012717 as 334012717.0. */
const digitsOf = (value: string | null) => value?.replace(/\.0$/, '') ?? null;

/** Converts 05/23/2005 or 2005-05-23 to 2005-05-23. */
function dayOf(value: string | null): string | null {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value ?? '');
  if (us !== null) return `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? null;
}

function zipOf(value: string | null): string | null {
  const text = digitsOf(value);
  return text === null ? null : restoreZip(text);
}

const unlessBlank = (value: string | null) => (value === null || value === 'NA' || value === '--' ? null : value);

interface RawAddress {
  lines: [string | null, string | null];
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  phone: string | null;
  fax: string | null;
}

/** Addresses outside the United States are left out: they have no ZIP code to search by. */
function addressOf(raw: RawAddress): NppesAddress | null {
  if (raw.country !== null && raw.country !== 'US') return null;
  if (raw.lines[0] === null && raw.city === null) return null;
  return {
    address1: raw.lines[0],
    address2: raw.lines[1],
    city: raw.city,
    state: stateCodeOf(raw.state) ?? raw.state,
    zipcode: zipOf(raw.zip),
    phone: phoneDigits(digitsOf(raw.phone)),
    fax: phoneDigits(digitsOf(raw.fax)),
  };
}

interface RawRecord {
  npi: string | null;
  entityType: string | null;
  organizationName: string | null;
  lastName: string | null;
  firstName: string | null;
  middleName: string | null;
  credential: string | null;
  gender: string | null;
  lastUpdated: string | null;
  deactivated: string | null;
  reactivated: string | null;
  practice: (NppesAddress | null)[];
  mailing: NppesAddress | null;
  taxonomies: { code: string | null; license: string | null; isPrimary: boolean }[];
  isPartial?: boolean;
}

function recordOf(raw: RawRecord): NppesRecord | Unreadable {
  const npi = digitsOf(raw.npi);
  if (npi === null || !/^\d{10}$/.test(npi)) return { problem: 'has no ten-digit NPI', npi };
  const [off, on] = [dayOf(raw.deactivated), dayOf(raw.reactivated)];
  // Days sort as text. A record that mentions a reactivation dates from that day or later.
  const lastUpdated =
    [dayOf(raw.lastUpdated), on]
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null;
  if (off !== null && (on === null || on < off)) return { kind: 'deactivated', npi, deactivatedOn: off, lastUpdated };
  const practice = raw.practice.filter((address) => address !== null);
  const primary = raw.taxonomies.find(({ isPrimary, code }) => isPrimary && code !== null) ?? raw.taxonomies[0];
  const taxonomy = primary?.code
    ? { code: primary.code, license: unlessBlank(primary.license), isPrimary: primary.isPrimary }
    : null;
  const otherTaxonomies = raw.taxonomies.filter(({ code }) => code !== null).length - (taxonomy === null ? 0 : 1);
  const { mailing, isPartial = false } = raw;
  const common = { npi, lastUpdated, practice, mailing, taxonomy, otherTaxonomies, isPartial };
  const type = digitsOf(raw.entityType);
  if (type === '2') {
    if (raw.organizationName === null) return { problem: 'has no name', npi };
    return { ...common, kind: 'organization', name: raw.organizationName };
  }
  if (type !== '1') return { problem: 'is neither a person nor an organization', npi };
  if (raw.lastName === null || raw.firstName === null) return { problem: 'has no first and last name', npi };
  return {
    ...common,
    kind: 'person',
    firstName: nameInCase(raw.firstName),
    middleName: raw.middleName === null ? null : nameInCase(raw.middleName),
    lastName: nameInCase(raw.lastName),
    degree: unlessBlank(raw.credential),
    gender: raw.gender === 'M' || raw.gender === 'F' ? raw.gender : null,
  };
}

/** A row of the monthly or weekly file, which has 330 columns. */
export function recordOfFullRow(field: Fields): NppesRecord | Unreadable {
  const address = (place: 'Mailing' | 'Practice Location') =>
    addressOf({
      lines: [
        field(`Provider First Line Business ${place} Address`),
        field(`Provider Second Line Business ${place} Address`),
      ],
      city: field(`Provider Business ${place} Address City Name`),
      state: field(`Provider Business ${place} Address State Name`),
      zip: field(`Provider Business ${place} Address Postal Code`),
      country: field(`Provider Business ${place} Address Country Code (If outside U.S.)`),
      phone: field(`Provider Business ${place} Address Telephone Number`),
      fax: field(`Provider Business ${place} Address Fax Number`),
    });
  return recordOf({
    npi: field('NPI'),
    entityType: field('Entity Type Code'),
    organizationName: field('Provider Organization Name (Legal Business Name)'),
    lastName: field('Provider Last Name (Legal Name)'),
    firstName: field('Provider First Name'),
    middleName: field('Provider Middle Name'),
    credential: field('Provider Credential Text'),
    // Named "Gender Code" until 2024.
    gender: field('Provider Sex Code') ?? field('Provider Gender Code'),
    lastUpdated: field('Last Update Date'),
    deactivated: field('NPI Deactivation Date'),
    reactivated: field('NPI Reactivation Date'),
    practice: [address('Practice Location')],
    mailing: address('Mailing'),
    taxonomies: Array.from({ length: 15 }, (_, index) => ({
      code: field(`Healthcare Provider Taxonomy Code_${index + 1}`),
      license: field(`Provider License Number_${index + 1}`),
      isPrimary: field(`Healthcare Provider Primary Taxonomy Switch_${index + 1}`) === 'Y',
    })),
  });
}

/** A row of a trimmed copy, which has only the practice address and first taxonomy. */
export function recordOfTrimmedRow(field: Fields): NppesRecord | Unreadable {
  return recordOf({
    npi: field('npi'),
    entityType: field('entity_type'),
    organizationName: field('org_name'),
    lastName: field('last_name'),
    firstName: field('first_name'),
    middleName: field('middle_name'),
    credential: field('credential'),
    gender: field('sex'),
    lastUpdated: field('last_update'),
    deactivated: field('deactivation_date'),
    reactivated: field('reactivation_date'),
    practice: [
      addressOf({
        lines: [field('addr1'), field('addr2')],
        city: field('city'),
        state: field('state'),
        zip: field('zip'),
        country: field('country'),
        phone: field('phone'),
        fax: field('fax'),
      }),
    ],
    mailing: null,
    taxonomies: [
      {
        code: field('taxonomy_1'),
        license: field('license_1'),
        isPrimary: field('taxonomy_1_primary') !== 'N',
      },
    ],
    isPartial: true,
  });
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const textOf = (object: Json, ...names: string[]): string | null => {
  for (const name of names) {
    const value = object[name];
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    if (text !== '') return text;
  }
  return null;
};

const addressOfApi = (json: Json) =>
  addressOf({
    lines: [textOf(json, 'address_1'), textOf(json, 'address_2')],
    city: textOf(json, 'city'),
    state: textOf(json, 'state'),
    zip: textOf(json, 'postal_code'),
    country: textOf(json, 'country_code'),
    phone: textOf(json, 'telephone_number'),
    fax: textOf(json, 'fax_number'),
  });

/** The parts of an entry that are read; those of `basic` by their names within it. */
const apiParts: ReadonlySet<string> = new Set([
  'number',
  'enumeration_type',
  'basic',
  'addresses',
  'practiceLocations',
  'taxonomies',
]);
const basicParts: ReadonlySet<string> = new Set([
  'organization_name',
  'last_name',
  'first_name',
  'middle_name',
  'credential',
  'sex',
  'gender',
  'last_updated',
  'deactivation_date',
  'reactivation_date',
]);

/** The parts of an entry that have a value and are not read, each with its number. */
export function unreadOfApi(json: unknown): Map<string, number> {
  const entry = isObject(json) ? json : {};
  const basic = isObject(entry['basic']) ? entry['basic'] : {};
  const sizeOf = (value: unknown) =>
    Array.isArray(value) ? value.length : value === null || value === undefined || value === '' ? 0 : 1;
  return new Map(
    [
      ...Object.entries(entry).filter(([name]) => !apiParts.has(name)),
      ...Object.entries(basic).filter(([name]) => !basicParts.has(name)),
    ].map(([name, value]) => [name, sizeOf(value)]),
  );
}

/** One entry of the API's `results`. */
export function recordOfApi(json: unknown): NppesRecord | Unreadable {
  if (!isObject(json)) return { problem: 'is not a record', npi: null };
  const basic = isObject(json['basic']) ? json['basic'] : {};
  const addresses = listOf(json['addresses']);
  const isMailing = (address: Json) => textOf(address, 'address_purpose') === 'MAILING';
  const mailing = addresses.find(isMailing);
  const practice = [...addresses.filter((address) => !isMailing(address)), ...listOf(json['practiceLocations'])];
  return recordOf({
    npi: textOf(json, 'number'),
    entityType: textOf(json, 'enumeration_type')?.replace('NPI-', '') ?? null,
    organizationName: textOf(basic, 'organization_name'),
    lastName: textOf(basic, 'last_name'),
    firstName: textOf(basic, 'first_name'),
    middleName: textOf(basic, 'middle_name'),
    credential: textOf(basic, 'credential'),
    gender: textOf(basic, 'sex', 'gender'),
    lastUpdated: textOf(basic, 'last_updated'),
    deactivated: textOf(basic, 'deactivation_date'),
    reactivated: textOf(basic, 'reactivation_date'),
    practice: practice.map(addressOfApi),
    mailing: mailing === undefined ? null : addressOfApi(mailing),
    taxonomies: listOf(json['taxonomies']).map((taxonomy) => ({
      code: textOf(taxonomy, 'code'),
      license: textOf(taxonomy, 'license'),
      isPrimary: taxonomy['primary'] === true,
    })),
  });
}
