import { permissions } from '@careloop/contracts/access';
import { ownUserTypeKinds } from '@careloop/contracts/administration/userTypes';
import type { Db } from '@careloop/server/src/platform/db/client';
import { z } from 'zod';

import { readContent } from './content.ts';
import { clientIds, clientKey } from './organization.ts';

const content = readContent(
  'userTypes',
  z.strictObject({
    types: z.array(
      z.strictObject({
        client: clientKey,
        name: z.string(),
        kind: z.enum(ownUserTypeKinds),
        permissions: z.array(z.enum(permissions)),
      }),
    ),
  }),
);

/** The clients' own user types, besides the built-in ones that every database has. */
export async function insertUserTypes(db: Db): Promise<void> {
  const rows = content.types.map(({ client, name, kind, permissions: held }) => ({
    client_id: clientIds[client],
    name,
    kind,
    permissions: held,
  }));
  await db.insertInto('user_type').values(rows).execute();
}
