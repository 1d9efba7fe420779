import { sql } from 'kysely';

import { deliver } from '../../core/integrations/deliveries.ts';
import { findMailedUser, mailUser } from '../../core/integrations/mailUser.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { codeOf } from './confirmAddress.ts';
import type { AddressKind } from './confirmAddress.ts';
import { addressChangeText, codePlace, codeText } from './texts.ts';

export async function sendCode(
  deps: WorkerDeps,
  { addressConfirmationId }: { addressConfirmationId: number },
  run: JobAttempt,
): Promise<void> {
  const waiting = await deps.db
    .selectFrom('address_confirmation as k')
    .innerJoin('user_account as u', 'u.user_id', 'k.user_id')
    .select(['k.kind', 'k.address', 'k.nonce', 'u.user_id', 'u.first_name', 'u.last_name'])
    .where('k.address_confirmation_id', '=', addressConfirmationId)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  // It was canceled, confirmed or replaced in the meantime.
  if (waiting === undefined) return;
  const kind = waiting.kind as AddressKind;
  const delivery = {
    channel: kind,
    clientId: null,
    recipientUserId: waiting.user_id,
    recipientAddress: waiting.address,
    senderAddress: kind === 'direct' ? deps.config.directFrom : deps.config.mailFrom,
    ...codeText(deps, `${waiting.first_name} ${waiting.last_name}`, kind),
  };
  const key = `address-code:${addressConfirmationId}`;
  const code = codeOf(deps.sessionSecret, waiting.nonce);
  const sender = kind === 'direct' ? deps.senders.direct : deps.email;
  await deliver(deps.db, sender, delivery, key, { run, complete: (body) => body.replace(codePlace, code) });
}

interface AddressChange {
  userId: number;
  kind: AddressKind;
  isConfirmed: boolean;
  changedAt: string;
  formerAddress?: string | null | undefined;
}

export async function notifyAddressChange(deps: WorkerDeps, change: AddressChange, run: JobAttempt): Promise<void> {
  const { userId, kind, isConfirmed, changedAt, formerAddress } = change;
  const user = await findMailedUser(deps.db, userId);
  const email = formerAddress ?? user?.email;
  if (user === undefined || email == null) return;
  const key = `address-change:${userId}:${kind}:${isConfirmed}:${changedAt}`;
  await mailUser(deps, { userId, email }, addressChangeText(deps, user.fullName, change), key, { run });
}
