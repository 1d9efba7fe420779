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
 * `Radiology (Boston)`, or a number. A name that a location of this unit gives up is not free yet: new rows are written first.
 * @returns the name of a location; `id` is that of its facility, if it is known
 */
export async function facilityNames(
  { db, clientId, pending }: WriteContext,
  drafts: readonly LocationDraft[],
): Promise<(draft: LocationDraft, id: number | undefined) => string> {
  const names = drafts.map(({ columns }) => columns.name);
  const cities = drafts.flatMap(({ columns: { city } }) => (city ? [`(${city})`] : []));
  // The database makes names comparable, as its index does: JavaScript has other lower case letters for İ and Σ. If no name is
  // taken, the others are not needed to find one that is free.
  const { rows } = await sql<{ id: number | null; text: string; key: string }>`
    with named as (select lower(name) as key from unnest(${names}::text[]) as name)
    select null as id, text, lower(text) as key from unnest(${[...new Set([...names, ...cities])]}::text[]) as text
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
      const key = [name, ...ending].map(comparable).join(' ');
      const owner = owners.get(key);
      if (owner !== undefined && (owner === newRow || owner !== id)) continue;
      owners.set(key, id);
      if (owner === undefined && ending.length > 0) pending.push({ text: remark, id: draft.source.id });
      return [name, ...ending].join(' ');
    }
    return name;
  };
}

const remark = 'stored with its city or a number after its name, which another facility has';

/** What follows a name: nothing, then the city, then numbers from 2 on, without end. */
function* endings(city: string | null | undefined): Generator<string[]> {
  yield [];
  if (city) yield [`(${city})`];
  for (let number = 2; ; number++) yield [`(${number})`];
}
