import { sql } from 'kysely';

import { deliver } from '../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { codeOf, confirmationDays } from './confirmations.ts';
import type { AddressKind } from './confirmations.ts';

/** Placeholder for the code in the stored mail: reading the ledger must not be enough to confirm an address. */
const codePlace = '[a code that is kept nowhere]';

const names: Record<AddressKind, string> = { email: 'email address', direct: 'Direct address' };

export async function sendCode(
  deps: WorkerDeps,
  { addressConfirmationId }: { addressConfirmationId: number },
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
    subject: `Confirm your ${names[kind]} for ${deps.config.productName}`,
    body: [
      `Dear ${waiting.first_name} ${waiting.last_name},`,
      '',
      `Enter this code in your profile to use this ${names[kind]} in ${deps.config.productName}:`,
      '',
      codePlace,
      '',
      `Open your profile: ${deps.portalUrl}/provider/Profile`,
      '',
      `The code works for ${confirmationDays} days. If you did not expect this message, you can ignore it.`,
    ].join('\n'),
  };
  const key = `address-code:${addressConfirmationId}`;
  const code = codeOf(deps.sessionSecret, waiting.nonce);
  const sender = kind === 'direct' ? deps.senders.direct : deps.email;
  await deliver(deps.db, sender, delivery, key, { complete: (body) => body.replace(codePlace, code) });
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

interface AddressChange {
  userId: number;
  kind: AddressKind;
  isConfirmed: boolean;
  changedAt: string;
  formerAddress?: string | null | undefined;
}

export async function notifyAddressChange(deps: WorkerDeps, change: AddressChange): Promise<void> {
  const { userId, kind, isConfirmed, changedAt, formerAddress } = change;
  const user = await deps.db
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const to = formerAddress ?? user?.email;
  if (user === undefined || to == null) return;
  const { productName } = deps.config;
  const line = isConfirmed
    ? `The ${names[kind]} of your account in ${productName} was changed.`
    : `Somebody asked to change the ${names[kind]} of your account in ${productName}. The present one stays until the new one is confirmed.`;
  await deliver(
    deps.db,
    deps.email,
    {
      channel: 'email',
      clientId: null,
      recipientUserId: userId,
      recipientAddress: to,
      senderAddress: deps.config.mailFrom,
      subject: `${capitalized(names[kind])} ${isConfirmed ? 'changed' : 'change requested'} (${productName})`,
      body: [
        `Dear ${user.first_name} ${user.last_name},`,
        '',
        line,
        '',
        'If this was not you, contact your administrator at once.',
      ].join('\n'),
    },
    `address-change:${userId}:${kind}:${isConfirmed}:${changedAt}`,
  );
}
