import { z } from 'zod';

import { currentAddress, phoneOf, postalAddress } from './contact.ts';
import { address, codeableConcept, contactPoint, hasCode, identifier } from './datatypes.ts';
import { Rejection } from './draft.ts';
import { readParts } from './readParts.ts';
import { NPI_SYSTEM, partsOf } from '../shared/references.ts';
import { list, text } from './text.ts';

import type { PostalAddress } from './contact.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Key, Naming } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const organization = z.object({
  identifier: list(identifier),
  type: list(codeableConcept),
  name: text(255),
  telecom: list(contactPoint),
  address: list(address),
});

export interface OrganizationDraft extends Draft {
  /** Columns of healthcare_organization. */
  columns: ColumnsOf<'healthcare_organization', 'name' | 'npi_number' | 'phone'>;
  address: PostalAddress;
  /** A payer, not a practice: named by coverages, but not listed in the directory. */
  isPayer: boolean;
}

export function mapOrganization(source: SourceResource, naming: Naming): OrganizationDraft {
  const value = readParts(organization, source);
  if (value.name === null) throw new Rejection('has no name');
  const keys = naming.keysOf(source, value.identifier);
  return {
    source,
    keys,
    remarks: [],
    isPayer: value.type.some((type) => hasCode(type, 'pay', 'ins')),
    columns: {
      name: value.name,
      npi_number: npiIn(keys),
      phone: phoneOf(value.telecom, 'phone', 'work'),
    },
    address: postalAddress(currentAddress(value.address)),
  };
}

/** The NPI among a record's keys. */
export function npiIn(keys: readonly Key[]): string | null {
  const found = keys.map(partsOf).find(({ system, value }) => system === NPI_SYSTEM && value !== '');
  return found?.value ?? null;
}
