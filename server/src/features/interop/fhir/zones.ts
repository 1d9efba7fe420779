import { zoneName } from '@careloop/contracts/fields';
import { z } from 'zod';

import { list, text } from './text.ts';

/** The time zone in which a time is meant (FHIR's extension of a primitive). */
const TIME_ZONE = 'http://hl7.org/fhir/StructureDefinition/timezone';

/** The extensions of a time. */
export const extensionsOfTime = z
  .object({ extension: list(z.object({ url: text(2000), valueCode: text(64) })) })
  .nullish();

/** A time's extension that names its zone; undefined if the zone is not known. */
export const zoneExtension = (zone: string | undefined) =>
  zone === undefined ? undefined : { extension: [{ url: TIME_ZONE, valueCode: zone }] };

/** The zone that is stated, or else the offset of the time. UTC is how systems write times, not where somebody is. */
export function timeZoneOf(time: string, extensions: z.infer<typeof extensionsOfTime>): string | null {
  const stated = extensions?.extension.find(({ url }) => url === TIME_ZONE)?.valueCode ?? null;
  const offset = /[+-]\d\d:\d\d$/.exec(time)?.[0];
  if (stated !== null && zoneName(stated) !== undefined) return stated;
  return offset === undefined || offset === '+00:00' ? null : offset;
}
