import { allOf, passes } from '@careloop/contracts/access';
import type { Access } from '@careloop/contracts/access';
import { referrerTexts as texts } from '@careloop/contracts/referrals/referrer';
import type { getMissingReferrer, ReferrerStep } from '@careloop/contracts/referrals/referrer';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import type { Actor } from '../../platform/identity/actor.ts';

/** Who may add what is missing. */
const access: Record<ReferrerStep, Access> = {
  directory: allOf('AddProvider', 'ManageUsers'),
  users: allOf('ManageUsers'),
  clients: allOf('ManageSite'),
};

interface Facts {
  clientName: string;
  hasProviders: boolean;
  hasFeature: boolean;
  /** The person in whose name the user acts; null in their own. */
  actsAs: string | null;
}

/** What is missing for a user who has nobody to refer for; empty if there is somebody. */
export async function findMissingReferrer(
  db: Db,
  actor: Actor,
  clientId: number,
): Promise<OutputOf<typeof getMissingReferrer>> {
  const { rows: own } = await sql`select from healthcare_provider where user_id = any(${[...actor.userIds]}::bigint[])
    limit 1`.execute(db);
  if (own.length > 0 || actor.coordinatorClientIds.includes(clientId)) return { missing: [] };
  const facts = shape<Facts, { c: 'client' }>({
    clientName: 'c.display_name',
    hasFeature: sql`exists (select from client_feature f
      where f.client_id = c.client_id and f.feature = 'canManageReferrals')`,
    hasProviders: sql`exists (select from user_client uc join user_account u using (user_id)
      join healthcare_provider h using (user_id)
      where uc.client_id = c.client_id and u.is_active and not u.is_stub)`,
    actsAs: sql`(select u.first_name || ' ' || u.last_name from user_account u
      where u.user_id = ${actor.onBehalfOfUserId}::bigint)`,
  });
  const { rows } = await facts.from`client c where c.client_id = ${clientId}`.execute(db);
  return { missing: rows.flatMap((row) => missingOf(actor, clientId, row)) };
}

function missingOf(actor: Actor, clientId: number, { clientName, hasProviders, hasFeature, actsAs }: Facts) {
  const piece = (text: string, step: ReferrerStep) => {
    const isOwn = actor.clientIds.includes(clientId) && actor.onBehalfOfUserId === null;
    return { text, step: isOwn && passes(access[step], actor.permissions) ? step : null };
  };
  const others = actor.userIds.length > 1 ? texts.noProviderAmongThem : texts.nobody;
  return [
    ...(hasProviders ? [] : [piece(texts.noProviders(clientName), 'directory')]),
    piece(actsAs === null ? others : texts.actsForNone(actsAs), 'users'),
    ...(hasFeature ? [] : [piece(texts.featureOff(clientName), 'clients')]),
  ];
}
