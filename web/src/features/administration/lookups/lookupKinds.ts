import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  listHealthConditions,
  listSpecialties,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import { findSpecialties } from '@careloop/contracts/directory';
import { getSpecialtiesAndUserTypes } from '@careloop/contracts/directory/lookups';
import { getApsLookups } from '@careloop/contracts/directory/search';

/** Lists that share one editor: their calls and texts. */
export const lookupKinds = {
  specialties: {
    list: listSpecialties,
    get: getSpecialty,
    save: saveSpecialty,
    archive: archiveSpecialty,
    one: 'specialty',
    many: 'specialties',
    codeLabel: 'NUCC taxonomy code',
    hasPrimaryCare: true,
    /** Endpoints that return its entries. */
    reads: [listSpecialties, getSpecialty, findSpecialties, getApsLookups, getSpecialtiesAndUserTypes],
  },
  conditions: {
    list: listHealthConditions,
    get: getHealthCondition,
    save: saveHealthCondition,
    archive: archiveHealthCondition,
    one: 'condition',
    many: 'conditions',
    codeLabel: 'ICD-10-CM code',
    hasPrimaryCare: false,
    reads: [listHealthConditions, getHealthCondition],
  },
} as const;

export type LookupKind = keyof typeof lookupKinds;
