import { isNpi } from '@careloop/contracts/fields/identifiers';

import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import { NPI_SYSTEM, makeKey } from '../shared/references.ts';

import type { OrganizationDraft } from '../fhir/organization.ts';
import type { PractitionerDraft, ProviderAddress } from '../fhir/practitioner.ts';
import type { SourceResource } from '../fhir/source.ts';
import type { NppesAddress, NppesRecord } from './record.ts';

// Registry records become the same drafts as FHIR resources and go through the same code: they are found again by NPI, and
// never overwrite values edited in the product or a newer copy.

/** Source system of registry records, which are numbered by NPI. */
export const NPPES_SYSTEM = 'nppes';

type Person = Extract<NppesRecord, { kind: 'person' }>;
type Organization = Extract<NppesRecord, { kind: 'organization' }>;

function sourceOf(type: 'Practitioner' | 'Organization', record: Person | Organization): SourceResource {
  const { npi, lastUpdated, isPartial } = record;
  return {
    isPartial,
    type,
    id: npi,
    fullUrl: null,
    ifNoneExist: null,
    json: lastUpdated === null ? {} : { meta: { lastUpdated } },
    line: null,
  };
}

const remarksOf = (npi: string) => (isNpi(npi) ? [] : ['NPI kept although its check digit is wrong']);

/** @param specialtyId returns the specialty id of a taxonomy code, or null if the code is unknown */
export function providerDraft(record: Person, specialtyId: (code: string) => number | null): PractitionerDraft {
  const { npi, practice, mailing, taxonomy } = record;
  const places = practice.map((address) => placeOf(address, false));
  const ofTaxonomy = {
    license_number: taxonomy?.license ?? null,
    healthcare_provider_specialty_id: taxonomy === null ? null : specialtyId(taxonomy.code),
  };
  // A trimmed copy may have another taxonomy, which must not replace the primary one.
  const isSecondary = record.isPartial && taxonomy?.isPrimary === false;
  const isElsewhere = mailing !== null && !practice.some((address) => isSamePlace(address, mailing));
  return {
    source: sourceOf('Practitioner', record),
    keys: [makeKey('Practitioner', NPPES_SYSTEM, npi)],
    remarks: remarksOf(npi),
    columns: {
      npi_number: npi,
      npi_is_valid: isNpi(npi),
      first_name: record.firstName,
      middle_name: record.middleName,
      last_name: record.lastName,
      degree: record.degree,
      gender: record.gender,
      ...(!isSecondary && ofTaxonomy),
      office_phone: practice[0]?.phone ?? null,
      fax: practice[0]?.fax ?? null,
    },
    columnsIfNew: isSecondary ? ofTaxonomy : {},
    // If two addresses are spellings of one place, the last one wins. Practice addresses come last because patients go there.
    addresses: isElsewhere ? [placeOf(mailing, true), ...places] : places,
  };
}

export function organizationDraft(record: Organization): OrganizationDraft {
  const { npi, practice, mailing, name } = record;
  const [address] = [...practice, ...(mailing === null ? [] : [mailing])];
  return {
    source: sourceOf('Organization', record),
    keys: [makeKey('Organization', NPPES_SYSTEM, npi), makeKey('Organization', NPI_SYSTEM, npi)],
    remarks: remarksOf(npi),
    isPayer: false,
    columns: { name, npi_number: npi, phone: practice[0]?.phone ?? null },
    address: {
      address1: address?.address1 ?? null,
      address2: address?.address2 ?? null,
      city: address?.city ?? null,
      state: address?.state ?? null,
      zipcode: address?.zipcode ?? null,
    },
  };
}

function placeOf(address: NppesAddress, isMailing: boolean): ProviderAddress {
  const { phone, fax, ...lines } = address;
  const position = coordinatesOfZip(lines.zipcode);
  return {
    ...lines,
    address_label: null,
    office_phone: phone,
    fax_number: fax,
    is_mailing: isMailing,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

const isSamePlace = (one: NppesAddress, other: NppesAddress) =>
  one.address1 === other.address1 && one.zipcode?.slice(0, 5) === other.zipcode?.slice(0, 5);
