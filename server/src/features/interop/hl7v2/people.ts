import { isNpi } from '@careloop/contracts/fields/identifiers';

import { entryOf, knownBy } from '../fhir/build.ts';
import type { Entry } from '../fhir/build.ts';
import { NPI_SYSTEM } from '../shared/references.ts';
import { saidName, systemOf } from './datatypes.ts';
import type { Value } from './fields.ts';
import type { Message } from './message.ts';

/**
 * The provider in an XCN: number, family, given, further given, suffix, prefix, degree; authority in 9, type of number in 13.
 * Null without an NPI: the directory is shared, and a number that only the sender knows would add the same person again.
 */
export function practitionerOf(value: Value, message: Message): Entry | null {
  const number = value.part(1);
  const system = systemOf(message.facility, [value.part(9, 1), value.part(9, 2), value.part(9, 3)]);
  const isStated = value.part(13) === 'NPI' || system === NPI_SYSTEM;
  if (!isStated || !isNpi(number) || value.part(2) === '') return null;
  const resource = {
    identifier: [{ system: NPI_SYSTEM, value: number }],
    name: [
      {
        family: value.part(2),
        given: [value.part(3), value.part(4)].filter(Boolean),
        suffix: [value.part(7)].filter(Boolean),
      },
    ],
  };
  return knownBy(entryOf(message, `practitioner-${number}`, 'Practitioner', resource), number);
}

/**
 * The name of a provider in an NDL, whose first component is the person with number, family and given name as its
 * subcomponents; versions before 2.3 have an XCN in its place.
 */
export function nameInNdl(value: Value): string {
  const [family, given, further] = [value.part(1, 2), value.part(1, 3), value.part(1, 4)];
  if (family !== '' || given !== '') return [given, further, family].filter(Boolean).join(' ');
  // The second and third components of an NDL are times.
  return /^\d{8}/.test(value.part(2)) || /^\d{8}/.test(value.part(3)) ? '' : providerName(value);
}

/** The name of a provider in an XCN, who may have no number. */
export const providerName = (value: Value): string => saidName(value, 2);
