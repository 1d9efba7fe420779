import { sql } from 'kysely';

import type { LocationDraft } from '../fhir/location.ts';
import type { WriteContext } from './context.ts';

/** Key of the lock that units take which write a facility of the same name. */
export const facilityNameKey = ({ columns }: LocationDraft): string => `facility name ${comparable(columns.name)}`;

const comparable = (name: string): string => name.toLowerCase();

/**
 * Names for facilities, unique within the client: a location whose name another facility has is stored with its city, such as
 * `Radiology (Boston)`, or a number. A name that a location of this unit gives up is not free yet: new rows are written first.
 * @returns the name of a location; `id` is that of its facility, if it is known
 */
export async function facilityNames(
  { db, clientId, pending }: WriteContext,
  drafts: readonly LocationDraft[],
): Promise<(draft: LocationDraft, id: number | undefined) => string> {
  const names = [...new Set(drafts.map(({ columns }) => comparable(columns.name)))];
  const isRepeated = names.length < drafts.length;
  // If no name is taken, the others are not needed to find one that is free.
  const { rows } = await sql<{ facility_id: number; name: string }>`
    select facility_id, name from facility where client_id = ${clientId} and (${isRepeated}::boolean
      or exists (select from facility where client_id = ${clientId} and lower(name) = any(${names}::text[])))`.execute(
    db,
  );
  const owners = new Map(rows.map(({ facility_id: id, name }) => [comparable(name), id]));
  const newRow = 0;
  return (draft, id = newRow) => {
    for (const name of namesLike(draft)) {
      const owner = owners.get(comparable(name));
      if (owner !== undefined && (owner === newRow || owner !== id)) continue;
      owners.set(comparable(name), id);
      if (owner === undefined && name !== draft.columns.name) pending.push({ text: remark, id: draft.source.id });
      return name;
    }
    return draft.columns.name;
  };
}

const remark = 'stored with its city or a number after its name, which another facility has';

/** The name, then with the city, then with numbers from 2 on, without end. */
function* namesLike({ columns: { name, city } }: LocationDraft): Generator<string> {
  yield name;
  if ((city ?? null) !== null) yield `${name} (${city})`;
  for (let number = 2; ; number++) yield `${name} (${number})`;
}
