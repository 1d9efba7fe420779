import { isNpi } from '@careloop/contracts/fields/identifiers';
import { z } from 'zod';

import { currentName, emailsOf, personName, phoneOf, positionOf, postalAddress } from './contact.ts';
import { address, codeableConcept, contactPoint, humanName, identifier, wordsOf } from './datatypes.ts';
import { Rejection } from './draft.ts';
import { countOthers, readParts } from './readParts.ts';
import { npiIn } from './organization.ts';
import { SSN_SYSTEM, partsOf } from '../shared/references.ts';
import { code, list } from './text.ts';

import type { PostalAddress } from './contact.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const practitioner = z.object({
  identifier: list(identifier),
  name: list(humanName),
  telecom: list(contactPoint),
  address: list(address),
  gender: code(['male', 'female', 'other', 'unknown']),
  qualification: list(z.object({ code: codeableConcept.nullish() })),
});

/** An address where a provider works. */
export interface ProviderAddress extends PostalAddress {
  address_label: string | null;
  office_phone: string | null;
  fax_number: string | null;
  latitude: number | null;
  longitude: number | null;
  /** For mail only; patients are not seen there. */
  is_mailing?: boolean;
}

/** Columns that only the national provider registry supplies. */
type ColumnsOfTaxonomy = Partial<
  ColumnsOf<'healthcare_provider', 'license_number' | 'healthcare_provider_specialty_id'>
>;

export interface PractitionerDraft extends Draft {
  /** Columns of healthcare_provider that a Practitioner supplies; the others come from PractitionerRole. */
  columns: ColumnsOf<
    'healthcare_provider',
    | 'npi_number'
    | 'npi_is_valid'
    | 'first_name'
    | 'middle_name'
    | 'last_name'
    | 'degree'
    | 'gender'
    | 'office_phone'
    | 'fax'
  > &
    ColumnsOfTaxonomy &
    Partial<ColumnsOf<'healthcare_provider', 'email' | 'direct_email'>>;
  /** Further columns of a new provider, which do not change an existing one. */
  columnsIfNew: ColumnsOfTaxonomy;
  addresses: ProviderAddress[];
}

export function mapPractitioner(source: SourceResource, naming: Naming): PractitionerDraft {
  const value = readParts(practitioner, source);
  const name = currentName(value.name);
  if (name === null) throw new Rejection('has no name');
  countOthers(source, { name: value.name.length - 1 });
  // A provider must not be looked up by social security number.
  const names = naming.keysOf(source, value.identifier).filter((key) => partsOf(key).system !== SSN_SYSTEM);
  const npi = npiIn(names);
  const isValid = npi === null || isNpi(npi);
  // A record without an id is identified by its NPI together with the last name.
  const own =
    source.id === null && npi !== null ? [naming.idKey('Practitioner', `${npi}/${personName(name).last_name}`)] : [];
  const keys = [...own, ...names];
  return {
    source,
    keys,
    remarks: isValid ? [] : ['NPI kept although its check digit is wrong'],
    columns: {
      npi_number: npi,
      npi_is_valid: isValid,
      ...personName(name),
      degree: name.suffix.filter(Boolean).join(', ') || degreeIn(value.qualification),
      gender: value.gender === 'male' ? 'M' : value.gender === 'female' ? 'F' : null,
      ...emailsOf(value.telecom),
      office_phone: phoneOf(value.telecom, 'phone', 'work'),
      fax: phoneOf(value.telecom, 'fax', 'work'),
    },
    columnsIfNew: {},
    addresses: value.address
      .filter((item) => item.use !== 'old' && item.use !== 'home' && item.use !== 'billing')
      .map((item) => addressOf(item, value.telecom)),
  };
}

/** A degree as written after a name (MD, NP): short, unlike the name of a license. */
function degreeIn(qualifications: readonly { code?: z.infer<typeof codeableConcept> | null }[]): string | null {
  const words = qualifications.map((qualification) => wordsOf(qualification.code));
  return words.find((word) => word !== null && word.length <= 8) ?? null;
}

function addressOf(item: z.infer<typeof address>, telecom: readonly z.infer<typeof contactPoint>[]): ProviderAddress {
  const position = positionOf(item);
  return {
    address_label: null,
    ...postalAddress(item),
    office_phone: phoneOf(telecom, 'phone', 'work'),
    fax_number: phoneOf(telecom, 'fax', 'work'),
    latitude: position.latitude ?? null,
    longitude: position.longitude ?? null,
  };
}
