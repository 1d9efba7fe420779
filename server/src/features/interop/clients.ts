import { defaultTimeZone, timeZones } from '@careloop/contracts/codes/timeZones';

import type { Db } from '../../platform/db/client.ts';

/** The import cannot start; the message says what to do. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

export interface ImportClient {
  clientId: number;
  displayName: string;
  /** IANA name. */
  timeZone: string;
}

const timeZoneOf = (code: number): string => timeZones.find((zone) => zone.code === code)?.iana ?? 'UTC';

/**
 * Finds the client whose patients are imported: the one named, or else the first. Never creates a client.
 * @throws ImportRefused if there is no such client; the message lists the existing ones
 */
export async function findClient(db: Db, name: string | undefined): Promise<ImportClient> {
  const rows = await db
    .selectFrom('client as c')
    .leftJoin('client_setting as s', (join) =>
      join.onRef('s.client_id', '=', 'c.client_id').on('s.name', '=', 'timeZone'),
    )
    .select(['c.client_id as clientId', 'c.display_name as displayName', 's.value as zone'])
    .orderBy('c.client_id')
    .execute();
  const clients = rows.map(({ zone, ...client }) => ({ ...client, timeZone: timeZoneOf(zone ?? defaultTimeZone) }));
  const [first] = clients;
  if (first === undefined) {
    throw new ImportRefused(
      'There is no client yet that the records could belong to: start the product once, or create one.',
    );
  }
  if (name === undefined) return first;
  const found = clients.find(({ displayName }) => displayName.toLowerCase() === name.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new ImportRefused(
    `There is no client named ${name}; there are: ${clients.map(({ displayName }) => displayName).join(', ')}.`,
  );
}
