import type { InputOf } from '@careloop/contracts/endpoint';
import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { updateTexts } from '@careloop/contracts/referrals/updating';
import type {
  changeReferralUrgency as urgencyEndpoint,
  updateReferral as endpoint,
} from '@careloop/contracts/referrals/updating';
import type { UpdateObject } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { replaceSentCharts } from '../../core/charts/resentCharts.ts';
import type { Db, DB } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { invalidInput } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { handOverItems, putOnTop } from '../../core/work-queues/queueItems.ts';
import { findNotPreferredReason } from '../directory/shared/queries/preferences.ts';
import { notifyOfChange, recordChange } from './changeReferral.ts';
import { findReferredBy, requestColumns, unknownCodes } from './createReferral.ts';
import type { NotStoredAsRequested } from './createReferral.ts';
import { describeReferral, differencesOf } from './describeReferral.ts';
import { notifyReferralReceiver } from './jobs.ts';
import type { ReferralRow } from './policy.ts';
import { enterFirstQueue, leaveExceptions, leaveForProvider, queuedReferral } from './queueKinds.ts';
import { scopeColumn } from './queries/recordScope.ts';
import { findReceiver, refuseReferrer, requireSpecialtiesAllowed } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { saveSentContent } from './saveSentContent.ts';
import { selectionReasonColumn } from './selectionReason.ts';

type Input = InputOf<typeof endpoint>;
type Updated = Authorized<ReferralRow, 'update'>;
type Columns = UpdateObject<DB, 'referral'>;

/** Applies the wizard's current values. An update that changes nothing is not recorded. */
export async function updateReferral(db: Db, actor: Actor, referral: Updated, input: Input) {
  const stored = await findStored(db, referral.referralId);
  const receiver = await findNewReceiver(db, actor, referral, { stored, input });
  const sending = await sendingColumns(db, actor, referral, { stored, input, isNewProvider: receiver?.isNew === true });
  const referrer = input.referredByHealthcareProviderId || stored.referredBy;
  if (receiver?.isNew === true || referrer !== stored.referredBy) refuseReferrer(input.healthcareProviderId, referrer);
  const before = await describeReferral(db, referral.referralId);
  await write(db, referral, {
    ...sending,
    ...(receiver !== null && receiverColumns(receiver)),
    ...columnsOf(input),
    ...selectionReasonColumn(input),
    ...newScope(referral, { receiver, input }),
    ...(input.urgencyDays !== stored.urgencyDays && urgencyColumnsOf(input.urgencyDays)),
  });
  const records = await replaceSentCharts(db, actor, referral, input.patientCharts);
  const changes = differencesOf(before, await describeReferral(db, referral.referralId));
  if (records !== null) changes.push({ field: 'records', ...records });
  const isRaised = input.urgencyDays < stored.urgencyDays;
  return finish(db, actor, referral, { changes, movedTo: receiver?.isNew === true ? receiver : null, isRaised });
}

/** What accepting opens, if the sender or a new receiver changes it. Once it was accepted, it stays. */
function newScope(
  { status, clientId, healthcareProviderId }: ReferralRow,
  { receiver, input }: { receiver: (Receiver & { isNew: boolean }) | null; input: Input },
): Columns {
  if (status !== 'pending') return {};
  const to = receiver?.isNew === true ? receiver.healthcareProviderId : healthcareProviderId;
  const isAsked = input.recordScope != null || receiver?.isNew === true;
  return isAsked ? scopeColumn({ clientId, healthcareProviderId: to }, input.recordScope) : {};
}

/** Changes the urgency; the due time is counted from now. */
export async function changeUrgency(
  db: Db,
  actor: Actor,
  referral: Updated,
  { urgencyDays }: InputOf<typeof urgencyEndpoint>,
) {
  const before = await describeReferral(db, referral.referralId);
  const stored = await findStored(db, referral.referralId);
  if (urgencyDays !== stored.urgencyDays) await write(db, referral, urgencyColumnsOf(urgencyDays));
  const after = await describeReferral(db, referral.referralId);
  const isRaised = urgencyDays < stored.urgencyDays;
  const changed = await finish(db, actor, referral, { changes: differencesOf(before, after), movedTo: null, isRaised });
  return { ...changed, dueAt: after.dueAt ?? '' };
}

const { urgencyDays: urgencyColumnsOf, ...otherColumns } = requestColumns;

const columnsOf = writes<
  Input,
  'referral',
  NotStoredAsRequested | 'urgencyDays' | 'referralId' | 'workQueueEncounterId' | 'version'
>()(otherColumns);

const receiverColumns = (receiver: Receiver & { isNew: boolean }): Columns => ({
  healthcare_provider_id: receiver.healthcareProviderId,
  healthcare_provider_address_info_id: receiver.addressInfoId,
  referred_to_user_id: receiver.referredToUserId,
  healthcare_provider_specialty_id: receiver.specialtyId,
  // An open question was between the sender and the previous receiver, who can no longer see the referral.
  ...(receiver.isNew && { await_reply_from: null }),
});

function write(db: Db, { referralId }: ReferralRow, columns: Columns) {
  const update = db.updateTable('referral').set(columns).where('referral_id', '=', referralId);
  return onConstraint(update.execute(), unknownCodes);
}

function findStored(db: Db, referralId: number) {
  return db
    .selectFrom('referral as r')
    .leftJoin(
      'healthcare_provider_address_info as a',
      'a.healthcare_provider_address_info_id',
      'r.healthcare_provider_address_info_id',
    )
    .select([
      'r.urgency_days as urgencyDays',
      'r.healthcare_provider_id as healthcareProviderId',
      'a.address_id as addressId',
      'r.healthcare_provider_specialty_id as specialtyId',
      'r.referred_by_healthcare_provider_id as referredBy',
    ])
    .where('r.referral_id', '=', referralId)
    .executeTakeFirstOrThrow();
}

interface Change {
  stored: Awaited<ReturnType<typeof findStored>>;
  input: Input;
}

/**
 * Resolves the receiver named in the update; null if it is the current one, whose address or user may no longer exist.
 * @returns `isNew` true for another provider or specialty, not for another address
 */
async function findNewReceiver(
  db: Db,
  actor: Actor,
  referral: Updated,
  { stored, input }: Change,
): Promise<(Receiver & { isNew: boolean }) | null> {
  const providerId = input.healthcareProviderId ?? null;
  const isSameTarget =
    providerId === stored.healthcareProviderId &&
    (providerId !== null || (input.healthcareProviderSpecialtyId ?? null) === stored.specialtyId);
  const isSameAddress = (input.healthcareProviderAddressId ?? null) === stored.addressId;
  if (isSameTarget && (isSameAddress || providerId === null)) return null;
  if (!isSameTarget && referral.status !== 'pending') {
    throw invalidInput({ healthcareProviderId: updateTexts.receiverFixed });
  }
  if (providerId === null) await requireSpecialtiesAllowed(db, referral.clientId);
  // The wizard offers providers only while a provider is being replaced.
  const receiver = await findReceiver(
    db,
    actor,
    input,
    stored.healthcareProviderId === null ? undefined : referral.clientId,
  );
  // Another address keeps the current user, even if the provider has since been linked to a different one.
  return isSameTarget
    ? { ...receiver, referredToUserId: referral.referredToUserId, isNew: false }
    : { ...receiver, isNew: true };
}

/**
 * In whose name it is sent, and the reason for a provider who is not preferred. No reason is requested again for the current
 * receiver.
 */
async function sendingColumns(
  db: Db,
  actor: Actor,
  referral: Updated,
  { stored, input, isNewProvider }: Change & { isNewProvider: boolean },
): Promise<Columns> {
  const named = input.referredByHealthcareProviderId;
  const reason =
    isNewProvider || input.notPreferredReason ? await findNotPreferredReason(db, referral.clientId, input) : {};
  if (!named || named === stored.referredBy) return reason;
  const referredBy = await findReferredBy(db, actor, referral, input);
  const { createdByUserId, onBehalfOfUserId } = referral;
  const isOwn = referredBy.userId === createdByUserId;
  const isOther = !isOwn && actor.userIds.includes(referredBy.userId ?? 0);
  return {
    ...reason,
    referred_by_healthcare_provider_id: referredBy.healthcareProviderId,
    on_behalf_of_user_id: isOther ? referredBy.userId : isOwn ? null : onBehalfOfUserId,
  };
}

interface Outcome {
  changes: ReferralChange[];
  /** The new receiver; null if unchanged. */
  movedTo: Receiver | null;
  /** Whether it has become more urgent. */
  isRaised: boolean;
}

/** Increments the version, updates the queues, and records the change. */
async function finish(db: Db, actor: Actor, referral: Updated, { changes, movedTo, isRaised }: Outcome) {
  const { referralId, patientId, status } = referral;
  if (changes.length === 0) return { referralId, version: referral.version };
  const version = referral.version + 1;
  await write(db, referral, { version, updated_by_user_id: actor.userId });
  const messages =
    movedTo === null ? await followDueTime(db, actor, referral, changes) : await moveItem(db, actor, referral, movedTo);
  // A new receiver is notified of the referral itself.
  if (isRaised && movedTo === null) await notifyOfChange(db, actor, referral, 'urgencyRaised');
  await saveSentContent(db, referralId);
  await putOnTop(db, queuedReferral, referralId);
  const same = { fromStatus: status, toStatus: status, version };
  const { referredToUserId: before } = referral;
  const lostBy = movedTo === null || before === null ? [] : [userRoom(before)];
  await recordChange(db, actor, referral, { ...same, action: 'updated', changes }, messages, lostBy);
  return { referralId, patientId, version };
}

/** An overdue referral with a later due time is no longer an exception. */
async function followDueTime(db: Db, actor: Actor, referral: Updated, changes: ReferralChange[]) {
  const dueAt = changes.find(({ field }) => field === 'dueAt')?.to;
  return dueAt == null ? [] : leaveExceptions(db, actor, referral, 'updated');
}

/**
 * Moves the item to the queue of the new provider or specialty and notifies the new receiver. The previous receiver, and the
 * users it was shared with, can no longer see the referral.
 */
async function moveItem(db: Db, actor: Actor, referral: Updated, movedTo: Receiver): Promise<RealtimeMessage[]> {
  const { referralId, referredToUserId: before } = referral;
  const left = await leaveForProvider(db, actor, referral);
  if (before !== null)
    await handOverItems(db, queuedReferral, referralId, { from: before, clientId: referral.clientId });
  const entered = await enterFirstQueue(db, { ...referral, ...movedTo });
  if (movedTo.referredToUserId !== null) await enqueue(db, notifyReferralReceiver, { referralId });
  return [...left, ...entered];
}
