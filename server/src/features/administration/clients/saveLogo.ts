import { clientLogoTexts as texts } from '@careloop/contracts/administration/clientLogo';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { AppError, requireVersion } from '../../../platform/errors.ts';
import type { RowToSave } from '../policy.ts';
import { findLastChangeOfLogo, lockRow } from './queries.ts';

interface NewLogo {
  /** The picture as drawn by the server; null removes the logo. */
  content: Buffer | null;
  /** The version that the caller saw; undefined if there was none. */
  seen: number | undefined;
}

/** Replaces or removes the logo of a client, in the version that was seen, and audits it. */
export async function saveLogo(
  db: Db,
  actor: Actor,
  { clientId }: Authorized<RowToSave & { clientId: number }, 'save'>,
  { content, seen }: NewLogo,
): Promise<{ version: number }> {
  // A client without a logo has no row to lock.
  await lockRow(db, 'client', clientId);
  const last = await findLastChangeOfLogo(db, clientId);
  await requireVersion(seen ?? 0, last?.version ?? 0, texts.changed, () => last);
  const { rows } = await sql<{ version: number }>`insert into client_logo (client_id, content, updated_by_user_id)
    values (${clientId}, ${content}, ${actor.userId})
    on conflict (client_id) do update set content = excluded.content, version = client_logo.version + 1,
      updated_by_user_id = excluded.updated_by_user_id, updated_at = now()
    returning version`.execute(db);
  const [saved] = rows;
  if (saved === undefined) throw new AppError('not_found', { message: texts.notFound });
  await record(db, actor, {
    action: content === null ? 'client-logo.removed' : 'client-logo.saved',
    subjectType: 'client',
    subjectId: clientId,
    details: { version: saved.version, bytes: content?.byteLength ?? 0 },
  });
  return saved;
}
