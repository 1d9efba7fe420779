import { facilityNameLimit } from '@careloop/contracts/fields';
import { plainLetters } from '@careloop/contracts/fields/letters';
import { sql } from 'kysely';

import type { LocationDraft } from '../fhir/location.ts';
import type { WriteContext } from './context.ts';

/**
 * Key of the lock that units take which write a facility of the same name. Names of different letters may share one: the database
 * decides which are the same.
 */
export const facilityNameKey = ({ columns }: LocationDraft): string => `facility name ${plainLetters(columns.name)}`;

/**
 * Names for facilities, unique within the client: a location whose name another facility has is stored with its city, such as
 * `Radiology (Boston)`, or a number; a name that becomes too long is cut before it. A name that a location of this unit gives
 * up is not free yet: new rows are written first.
 * @returns the name of a location; `id` is that of its facility, if it is known
 */
export async function facilityNames(
  { db, clientId, pending }: WriteContext,
  drafts: readonly LocationDraft[],
): Promise<(draft: LocationDraft, id: number | undefined) => string> {
  const names = drafts.map(({ columns }) => columns.name);
  const parts = drafts.flatMap(({ columns: { name, city } }) => [
    name,
    ...[cityEnding(city), longestNumber].flatMap((ending) =>
      ending === null ? [] : [beginningOf(name, ending), ending],
    ),
  ]);
  // The database makes names comparable, as its index does: JavaScript has other lower case letters for İ and Σ. If no name is
  // taken, the others are not needed to find one that is free.
  const { rows } = await sql<{ id: number | null; text: string; key: string }>`
    with named as (select lower(name) as key from unnest(${names}::text[]) as name)
    select null as id, text, lower(text) as key from unnest(${[...new Set(parts)]}::text[]) as text
    union all select facility_id, name, lower(name) from facility where client_id = ${clientId}
      and ((select count(*) > count(distinct key) from named) or exists (
        select from facility where client_id = ${clientId} and lower(name) in (select key from named)))`.execute(db);
  const keys = new Map(rows.map(({ text, key }) => [text, key]));
  const owners = new Map(rows.flatMap(({ id, key }) => (id === null ? [] : [[key, id]])));
  const newRow = 0;
  return (draft, id = newRow) => {
    const { name, city } = draft.columns;
    const comparable = (text: string) => keys.get(text) ?? text;
    for (const ending of endings(city)) {
      const stated = ending === null ? [name] : [beginningOf(name, ending), ending];
      const key = stated.map(comparable).join(' ');
      const owner = owners.get(key);
      if (owner !== undefined && (owner === newRow || owner !== id)) continue;
      owners.set(key, id);
      if (owner === undefined && ending !== null) pending.push({ text: remark, id: draft.source.id });
      return stated.join(' ');
    }
    return name;
  };
}

const remark = 'stored with its city or a number after its name, which another facility has';

/** What follows a name: nothing, then the city, then numbers from 2 on, without end. */
function* endings(city: string | null | undefined): Generator<string | null> {
  yield null;
  const ending = cityEnding(city);
  if (ending !== null) yield ending;
  for (let number = 2; ; number++) yield `(${number})`;
}

const cityEnding = (city: string | null | undefined): string | null => (city ? `(${city})` : null);
const longestNumber = '(99999)';

/** As much of a name as has room before an ending; before any number, as much as before the longest. */
function beginningOf(name: string, ending: string): string {
  const room = facilityNameLimit - 1 - Math.max(ending.length, longestNumber.length);
  return name.slice(0, room).toWellFormed().trimEnd();
}
