import type { ImpersonatableUser } from '@careloop/contracts/directory';
import { sql } from 'kysely';

import type { Db } from '../../../../platform/db/client.ts';
import { shape } from '../../../../platform/db/shape.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';
import { providerAddress, providerAddressTables } from './providerAddress.ts';

type ImpersonatableRow = Omit<ImpersonatableUser, 'unreadMessageCount'>;

interface ImpersonatableTables {
  u: 'user_account';
  pr?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

const impersonatable = shape<Omit<ImpersonatableRow, 'addressInfos'>, ImpersonatableTables>({
  userId: 'u.user_id',
  healthcareProviderId: 'pr.healthcare_provider_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  specialty: 's.name',
});

/** Places for appointments: letters go to a mailing address, patients do not. */
const addressesOfProvider = providerAddress.jsonArray({
  from: sql`${providerAddressTables}
    where l.healthcare_provider_id = pr.healthcare_provider_id and not l.is_archived and not l.is_mailing`,
  orderBy: sql`l.healthcare_provider_address_info_id`,
});

/** The user and everyone they may act for, by name. */
export async function findImpersonatable(
  db: Db,
  actor: Actor,
  filter: { providersOnly: boolean; includeAddresses: boolean; excludeSelf: boolean },
): Promise<ImpersonatableRow[]> {
  const userIds = actor.userIds.filter((userId) => !filter.excludeSelf || userId !== actor.userId);
  const withAddresses = shape<ImpersonatableRow, ImpersonatableTables>({
    ...impersonatable.columns,
    addressInfos: sql`case when ${filter.includeAddresses} then ${addressesOfProvider} else '[]' end`,
  });
  const { rows } = await withAddresses.from`user_account u
    left join healthcare_provider pr on pr.user_id = u.user_id
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    where u.user_id = any(${userIds}::bigint[]) and (not ${filter.providersOnly} or pr.healthcare_provider_id is not null)
    order by u.user_id = ${actor.userId} desc, u.last_name, u.first_name`.execute(db);
  return rows;
}
