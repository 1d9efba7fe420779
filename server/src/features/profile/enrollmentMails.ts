import { deliver } from '../../core/integrations/deliveries.ts';
import type { DeliveryOptions } from '../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { enrollmentToken, linkDays } from './enrollment.ts';

/** Placeholder for the link in the stored mail. */
const linkPlace = '[a link that is kept nowhere]';

interface Addressee {
  userId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  isActive: boolean;
}

async function mail(
  deps: WorkerDeps,
  to: Addressee | undefined,
  { subject, lines, key }: { subject: string; lines: string[]; key: string },
  options?: DeliveryOptions,
): Promise<void> {
  if (to?.email == null) return;
  const delivery = {
    channel: 'email',
    clientId: null,
    recipientUserId: to.userId,
    recipientAddress: to.email,
    senderAddress: deps.config.mailFrom,
    subject: `${subject} (${deps.config.productName})`,
    body: [`Dear ${to.firstName} ${to.lastName},`, '', ...lines].join('\n'),
  } as const;
  await deliver(deps.db, deps.email, delivery, key, options);
}

function findEnrollment(deps: WorkerDeps, userId: number) {
  return deps.db
    .selectFrom('user_enrollment')
    .select(['status', 'nonce', 'requested_at', 'requested_by_user_id', 'proxied_user_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

function findPerson(deps: WorkerDeps, userId: number): Promise<Addressee | undefined> {
  return deps.db
    .selectFrom('user_account')
    .select(['user_id as userId', 'first_name as firstName', 'last_name as lastName', 'email', 'is_active as isActive'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

const nameOf = (person: Addressee | undefined) => `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim();

/** Sends the link for choosing a password. */
export async function sendLinkMail(
  deps: WorkerDeps,
  { userId, requestedAt }: { userId: number; requestedAt: string },
): Promise<void> {
  const enrollment = await findEnrollment(deps, userId);
  // It was sent again, used or withdrawn in the meantime.
  if (enrollment?.nonce == null || enrollment.requested_at.toISOString() !== requestedAt) return;
  const [user, by, proxied] = await Promise.all(
    [userId, enrollment.requested_by_user_id, enrollment.proxied_user_id].map((id) => findPerson(deps, id)),
  );
  const link = `${deps.portalUrl}/provider/Enrollment#${enrollmentToken(deps.sessionSecret, enrollment.nonce)}`;
  const { productName } = deps.config;
  const lines = [
    `${nameOf(by)} added you to ${productName} to act for ${nameOf(proxied)}. Set up your account here:`,
    '',
    linkPlace,
    '',
    `The link works for ${linkDays} days. If you did not expect this email, you can ignore it.`,
  ];
  const subject = 'Set up your account';
  await mail(
    deps,
    user,
    { subject, lines, key: `enrollment:${userId}:${requestedAt}` },
    {
      complete: (body) => body.replace(linkPlace, link),
    },
  );
}

type Outcome = 'pending' | 'approved' | 'denied';

/** Mails the user who acts next: the approver, the user who can sign in now, or the one who may request again. */
export async function notifyOutcome(
  deps: WorkerDeps,
  { userId, outcome, at }: { userId: number; outcome: Outcome; at: string },
): Promise<void> {
  const enrollment = await findEnrollment(deps, userId);
  if (enrollment === undefined) return;
  const user = await findPerson(deps, userId);
  const profile = `Open your profile: ${deps.portalUrl}/provider/Profile`;
  const key = `enrollment-${outcome}:${userId}:${at}`;
  if (outcome === 'approved') {
    const lines = ['Your account was approved.', '', `Sign in: ${deps.portalUrl}/provider`];
    return mail(deps, user, { subject: 'You can sign in now', lines, key });
  }
  const { proxied_user_id: proxied, requested_by_user_id: by } = enrollment;
  if (outcome === 'pending') {
    const lines = [`${nameOf(user)} was added to act for you and is waiting for your approval.`, '', profile];
    return mail(deps, await findPerson(deps, proxied), {
      subject: 'An account is waiting for your approval',
      lines,
      key,
    });
  }
  const lines = [
    `The account of ${nameOf(user)} was not approved. The profile of the person they would act for gives the reason; you can ask again there.`,
  ];
  return mail(deps, await findPerson(deps, by), { subject: 'An account was not approved', lines, key });
}

interface ProxyAdded {
  proxiedUserId: number;
  proxyUserId: number;
  addedByUserId: number;
  at: string;
}

/** Mails the person acted for, and their new proxy. */
export async function sendProxyAdded(deps: WorkerDeps, added: ProxyAdded): Promise<void> {
  const { proxiedUserId, proxyUserId, addedByUserId, at } = added;
  const [proxied, proxy, by] = await Promise.all(
    [proxiedUserId, proxyUserId, addedByUserId].map((id) => findPerson(deps, id)),
  );
  const profile = `Open your profile: ${deps.portalUrl}/provider/Profile`;
  const key = `proxy-added:${proxiedUserId}:${proxyUserId}:${at}`;
  if (addedByUserId !== proxiedUserId) {
    const lines = [
      `${nameOf(by)} added ${nameOf(proxy)} to act for you. You can remove them in your profile.`,
      '',
      profile,
    ];
    await mail(deps, proxied, { subject: 'Someone was added to act for you', lines, key });
  }
  // A proxy without an account gets the enrollment link instead.
  if (proxy?.isActive !== true) return;
  const lines = [`${nameOf(by)} added you to act for ${nameOf(proxied)}.`, '', profile];
  await mail(deps, proxy, { subject: `You can act for ${nameOf(proxied)}`, lines, key: `${key}:proxy` });
}
