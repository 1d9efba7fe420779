import type { Db } from '../../platform/db/client.ts';
import type { WorkerDeps } from '../worker.ts';
import { deliver } from './deliveries.ts';
import type { DeliveryOptions } from './deliveries.ts';
import type { MailText } from './mailText.ts';

export interface MailedUser {
  userId: number;
  fullName: string;
  email: string | null;
  isActive: boolean;
}

/** Who a mail about an account goes to, or whom it names. */
export async function findMailedUser(db: Db, userId: number): Promise<MailedUser | undefined> {
  const found = await db
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'email', 'is_active as isActive'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { first_name, last_name, ...user } = found;
  return { ...user, userId, fullName: `${first_name} ${last_name}` };
}

interface Addressee {
  userId: number;
  email: string;
}

/** A mail to a user about their account. It concerns nobody else, so no client sees its delivery. */
export const mailOf = (deps: WorkerDeps, { userId, email }: Addressee, text: MailText) =>
  ({
    channel: 'email',
    clientId: null,
    recipientUserId: userId,
    recipientAddress: email,
    senderAddress: deps.config.mailFrom,
    ...text,
  }) as const;

/** Mails a user about an account, whatever notifications they chose. */
export async function mailUser(
  deps: WorkerDeps,
  addressee: Addressee,
  text: MailText,
  dedupeKey: string,
  options: DeliveryOptions,
): Promise<void> {
  await deliver(deps.db, deps.email, mailOf(deps, addressee, text), dedupeKey, options);
}
