import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { setProviderUser } from '../../../core/access/providerUser.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput, requireVersion } from '../../../platform/errors.ts';
import { publishAccessChanged } from '../../../platform/realtime/publish.ts';
import { findLastChange } from '../../profile/shared/queries/profile.ts';
import type { UserRow } from '../policy.ts';
import { notifyAdministrators } from '../../../core/access/administratorChange.ts';
import { raiseVersion } from './changeAccount.ts';

/**
 * Links a directory record to a user, who becomes a provider. Open requests that were sent to the record without an account
 * follow by the jobs of their features.
 * @throws AppError `invalid_input` if the record belongs to another client or user
 */
export async function linkRecord(
  db: Db,
  actor: Actor,
  user: Authorized<UserRow, 'linkDirectoryRecord'>,
  { healthcareProviderId, version }: { healthcareProviderId: number; version: number },
) {
  const { userId } = user;
  await requireVersion(version, user.version, texts.changed, () => findLastChange(db, userId));
  await requireFreeRecord(db, actor, healthcareProviderId);
  await setProviderUser(db, actor, { healthcareProviderId, userId });
  await db.updateTable('user_account').set({ user_type: 'provider' }).where('user_id', '=', userId).execute();
  await raiseVersion(db, actor, user);
  await publishAccessChanged(db, userId);
  await notifyAdministrators(db, actor, user, 'record');
  await record(db, actor, {
    action: 'user.directory_record_linked',
    subjectType: 'user',
    subjectId: userId,
    details: { healthcareProviderId },
  });
  return { version: user.version + 1 };
}

async function requireFreeRecord(db: Db, actor: Actor, healthcareProviderId: number): Promise<void> {
  const refuse = (message: string) => invalidInput({ healthcareProviderId: message });
  const provider = await db
    .selectFrom('healthcare_provider as pr')
    .leftJoin('user_account as u', 'u.user_id', 'pr.user_id')
    .select(['pr.origin_client_id', 'pr.user_id', 'u.is_stub'])
    .where('pr.healthcare_provider_id', '=', healthcareProviderId)
    .forUpdate('pr')
    .executeTakeFirst();
  if (provider === undefined) throw refuse(texts.unknownRecord);
  if (provider.user_id !== null) throw refuse(provider.is_stub === true ? texts.recordOfStub : texts.recordTaken);
  const { origin_client_id: owner } = provider;
  if (owner !== null && !actor.clientIds.includes(owner)) throw refuse(texts.recordOfOthers);
}
