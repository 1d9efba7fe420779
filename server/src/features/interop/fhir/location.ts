import { facilityNameLimit, hasVisibleText, titleOf } from '@careloop/contracts/fields';
import { z } from 'zod';

import { cut } from './clinical/values.ts';
import { exactly, phoneOf, positionOf, postalAddress } from './contact.ts';
import { address, codeableConcept, contactPoint, hasCode, identifier } from './datatypes.ts';
import { Rejection } from './draft.ts';
import { leavePart, readParts } from './readParts.ts';
import { code, list, text } from './text.ts';

import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

/** A longer name is cut. */
const longest = 10_000;

const location = z.object({
  identifier: list(identifier),
  status: code(['active', 'suspended', 'inactive']),
  name: text(longest),
  description: text(longest),
  telecom: list(contactPoint),
  address: address.nullish(),
  physicalType: codeableConcept.nullish(),
  position: z.object({ latitude: z.number('is not a number'), longitude: z.number('is not a number') }).nullish(),
});

// Wing, ward, level, corridor, room, bed, vehicle, cabinet: parts of a facility, not facilities.
const insideTypes = ['wi', 'wa', 'lvl', 'co', 'ro', 'bd', 've', 'ca'];

export interface LocationDraft extends Draft {
  /** Columns of facility. */
  columns: ColumnsOf<
    'facility',
    'name' | 'phone' | 'address1' | 'address2' | 'city' | 'state' | 'zipcode' | 'latitude' | 'longitude'
  >;
  /** A room or ward, which is not stored as a facility. */
  isInside: boolean;
}

export function mapLocation(source: SourceResource, naming: Naming): LocationDraft {
  const value = readParts(location, source);
  const remarks: string[] = [];
  const whole = titleOf(value.name ?? value.description ?? '');
  if (!hasVisibleText(whole)) throw new Rejection('has no name');
  const name = cut(whole, facilityNameLimit, 'name', remarks).trimEnd();
  if (value.status !== null && value.status !== 'active') leavePart(source, 'status');
  const at = value.address ?? null;
  const position = exactly(value.position?.latitude, value.position?.longitude) ?? positionOf(at);
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks,
    isInside: hasCode(value.physicalType, ...insideTypes),
    columns: {
      name,
      phone: phoneOf(value.telecom, 'phone', 'work'),
      ...postalAddress(at),
      latitude: position.latitude ?? null,
      longitude: position.longitude ?? null,
    },
  };
}
