import type { Db } from '../../db/client.ts';

/** The import cannot start; the message says what to do. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/**
 * Finds the client whose patients are imported: the one named, or else the first. Never creates a client.
 * @throws ImportRefused if there is no such client; the message lists the existing ones
 */
export async function findClient(db: Db, name: string | undefined): Promise<{ clientId: number; displayName: string }> {
  const clients = await db
    .selectFrom('client')
    .select(['client_id as clientId', 'display_name as displayName'])
    .orderBy('client_id')
    .execute();
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
