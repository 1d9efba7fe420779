import type { DeliveryOptions } from '../../core/integrations/deliveries.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { MailText } from '../../core/integrations/mailText.ts';
import { findMailedUser, mailUser } from '../../core/integrations/mailUser.ts';
import type { MailedUser } from '../../core/integrations/mailUser.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { enrollmentToken } from './enrollProxy.ts';
import * as texts from './texts.ts';

/** Mails a person if they have an address. */
async function mail(
  deps: WorkerDeps,
  to: MailedUser | undefined,
  textFor: (fullName: string) => MailText,
  key: string,
  options: DeliveryOptions,
): Promise<void> {
  if (to?.email == null) return;
  await mailUser(deps, { userId: to.userId, email: to.email }, textFor(to.fullName), key, options);
}

function findEnrollment(deps: WorkerDeps, userId: number) {
  return deps.db
    .selectFrom('user_enrollment')
    .select(['status', 'nonce', 'requested_at', 'requested_by_user_id', 'proxied_user_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

const nameOf = (person: MailedUser | undefined) => person?.fullName ?? '';

/** Sends the link for choosing a password. */
export async function sendLinkMail(
  deps: WorkerDeps,
  { userId, requestedAt }: { userId: number; requestedAt: string },
  run: JobAttempt,
): Promise<void> {
  const enrollment = await findEnrollment(deps, userId);
  // It was sent again, used or withdrawn in the meantime.
  if (enrollment?.nonce == null || enrollment.requested_at.toISOString() !== requestedAt) return;
  const [user, by, proxied] = await Promise.all(
    [userId, enrollment.requested_by_user_id, enrollment.proxied_user_id].map((id) => findMailedUser(deps.db, id)),
  );
  const link = `${deps.portalUrl}/provider/Enrollment#${enrollmentToken(deps.sessionSecret, enrollment.nonce)}`;
  await mail(
    deps,
    user,
    (fullName) => texts.enrollmentText(deps, { fullName, by: nameOf(by), proxied: nameOf(proxied) }),
    `enrollment:${userId}:${requestedAt}`,
    { run, complete: (body) => body.replace(texts.linkPlace, link) },
  );
}

type Outcome = 'pending' | 'approved' | 'denied';

/** Mails the user who acts next: the approver, the user who can sign in now, or the one who may request again. */
export async function notifyOutcome(
  deps: WorkerDeps,
  { userId, outcome, at }: { userId: number; outcome: Outcome; at: string },
  run: JobAttempt,
): Promise<void> {
  const enrollment = await findEnrollment(deps, userId);
  if (enrollment === undefined) return;
  const user = await findMailedUser(deps.db, userId);
  const key = `enrollment-${outcome}:${userId}:${at}`;
  if (outcome === 'approved') return mail(deps, user, (fullName) => texts.approvedText(deps, fullName), key, { run });
  const { proxied_user_id: proxied, requested_by_user_id: by } = enrollment;
  const to = await findMailedUser(deps.db, outcome === 'pending' ? proxied : by);
  const text = outcome === 'pending' ? texts.pendingText : texts.deniedText;
  await mail(deps, to, (fullName) => text(deps, { fullName, proxy: nameOf(user) }), key, { run });
}

interface ProxyAdded {
  proxiedUserId: number;
  proxyUserId: number;
  addedByUserId: number;
  at: string;
}

/** Mails the person acted for, and their new proxy. */
export async function sendProxyAdded(deps: WorkerDeps, added: ProxyAdded, run: JobAttempt): Promise<void> {
  const { proxiedUserId, proxyUserId, addedByUserId, at } = added;
  const [proxied, proxy, by] = await Promise.all(
    [proxiedUserId, proxyUserId, addedByUserId].map((id) => findMailedUser(deps.db, id)),
  );
  const names = { by: nameOf(by), proxied: nameOf(proxied), proxy: nameOf(proxy) };
  const key = `proxy-added:${proxiedUserId}:${proxyUserId}:${at}`;
  const toProxied = { to: proxied, text: texts.proxyAddedText, key };
  const toProxy = { to: proxy, text: texts.addedAsProxyText, key: `${key}:proxy` };
  const mails = [
    ...(addedByUserId === proxiedUserId ? [] : [toProxied]),
    // A proxy without an account gets the enrollment link instead.
    ...(proxy?.isActive === true ? [toProxy] : []),
  ];
  await sendToEach(mails, (one) =>
    mail(deps, one.to, (fullName) => one.text(deps, { ...names, fullName }), one.key, { run }),
  );
}
