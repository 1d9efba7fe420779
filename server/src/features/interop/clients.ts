import type { Db } from '../../db/client.ts';

/** The import cannot begin; the message says what to do. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/**
 * The client whose patients are imported: the one named, else the first. None is ever made up.
 * @throws ImportRefused when there is no such client, naming those there are
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
