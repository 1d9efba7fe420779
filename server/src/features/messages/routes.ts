import type { InputOf } from '@careloop/contracts/endpoint';
import {
  getMessagePage,
  getMessageReaders,
  getUnreadMessageCount,
  getUserConversationMessages,
  markConversationRead,
  markMessageUnread,
  messageTexts,
} from '@careloop/contracts/messages';
import {
  archiveUserConversation,
  findInConversation,
  getConversationPage,
  getSingleUserConversation,
  getUserConversations,
} from '@careloop/contracts/messages/conversations';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { maySeeConsultation } from '../../core/access/consultationAccess.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../core/access/referralAccess.ts';
import type { App } from '../../core/app.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { cannedReplyRoutes } from './cannedReplyRoutes.ts';
import { findAnswered, findConversation, lockConversation } from './queries/conversation.ts';
import type { LockedConversation } from './queries/conversation.ts';
import { draftRoutes } from './draftRoutes.ts';
import { findConversations, findPlace } from './shared/queries.ts';
import { findConversationOf, findMessagePlace, findMessages, findReaders, searchMessages } from './queries/messages.ts';
import type { MessagePlace } from './queries/messages.ts';
import { conversationPolicy, newMessagePolicy, replyPolicy } from './shared/policy.ts';
import { archive, markRead, markUnread, unarchive } from './markRead.ts';
import { findAddressees } from './recipients.ts';
import { conversationSeen, denied } from './seenConversation.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import * as sending from './sendMessage.ts';
import { findUnreadMessageCount } from './shared/unread.ts';
import { noConversation } from './shared/visibility.ts';

/** Maximum results of one `findInConversation` call. */
const mostFound = 50;

/** Routes for secure messages. Every call is on behalf of one member: the user, or the person they act for. */
export function messageRoutes(app: App): void {
  conversationRoutes(app);
  readingRoutes(app);
  sendingRoutes(app);
  draftRoutes(app);
  cannedReplyRoutes(app);
}

const viewerOf = (actor: Actor) => ({ userId: actor.userId, memberId: principalOf(actor) });

function conversationRoutes(app: App): void {
  route(app, getUserConversations, async ({ input, actor, db, setAuditSubject }) => {
    const page = await findConversations(db, viewerOf(actor), input);
    setAuditSubject({
      patientId: input.patientId ?? null,
      details: { conversationIds: page.items.map((item) => item.conversationId) },
    });
    const items = page.items.map((item) => ({ ...item, can: allowances(actor, conversationPolicy, item) }));
    return { ...page, items };
  });

  route(app, getConversationPage, async ({ input, actor, db, setAuditSubject }) => {
    const place = await findPlace(db, principalOf(actor), input.conversationKey, input);
    if (place === undefined) throw await denied(db, input.conversationKey, setAuditSubject);
    return place;
  });

  route(app, getSingleUserConversation, async ({ input, actor, db, setAuditSubject }) => {
    const conversation = await findConversation(db, viewerOf(actor), input.conversationKey);
    if (conversation === undefined) throw await denied(db, input.conversationKey, setAuditSubject);
    const { conversationId, members } = conversation;
    setAuditSubject(conversationSeen({ conversationId, patientId: conversation.patient?.patientId ?? null }));
    const hasReader = members.some((member) => member.userId !== principalOf(actor) && member.hasAccess);
    const can = {
      ...allowances(actor, conversationPolicy, conversation),
      ...allowances(actor, replyPolicy, { hasReader }),
    };
    return { ...conversation, can };
  });

  route(app, archiveUserConversation, async ({ input, actor, db, setAuditSubject }) => {
    const conversation = await lockSeen(db, actor, input.conversationKey, setAuditSubject);
    if (input.archiveConversation) {
      await archive(db, actor, authorize(actor, conversationPolicy, 'archive', conversation), input.lastSequence);
    } else {
      await unarchive(db, actor, authorize(actor, conversationPolicy, 'unarchive', conversation));
    }
    return { isArchived: input.archiveConversation };
  });
}

function readingRoutes(app: App): void {
  route(app, getUserConversationMessages, async ({ input, actor, db, setAuditSubject }) => {
    const found = await findMessages(db, principalOf(actor), input);
    if (found === undefined) throw await denied(db, input.conversationKey, setAuditSubject);
    const { conversationId, patient, messages, lastSequence } = found;
    setAuditSubject(conversationSeen({ conversationId, patientId: patient?.patientId ?? null }));
    return { items: messages, page: input.page, numPages: Math.ceil(lastSequence / input.pageSize), lastSequence };
  });

  route(app, getMessagePage, async ({ input, actor, db, setAuditSubject }) => {
    const place = await findPlaceSeen(db, actor, input.userMessageId, setAuditSubject);
    return { ...place, page: Math.floor((place.lastSequence - place.sequence) / input.pageSize) + 1 };
  });

  route(app, getMessageReaders, async ({ input, actor, db, setAuditSubject }) => {
    const place = await findPlaceSeen(db, actor, input.userMessageId, setAuditSubject);
    return { readers: await findReaders(db, place) };
  });

  route(app, findInConversation, async ({ input, actor, db, setAuditSubject }) => {
    const found = await searchMessages(db, principalOf(actor), input, mostFound);
    if (found === undefined) throw await denied(db, input.conversationKey, setAuditSubject);
    setAuditSubject(conversationSeen(found));
    return { items: found.items, nextBefore: found.nextBefore };
  });

  route(app, markConversationRead, async ({ input, actor, db, setAuditSubject }) => {
    const conversation = await lockSeen(db, actor, input.conversationKey, setAuditSubject);
    return markRead(db, actor, conversation, input);
  });

  route(app, markMessageUnread, async ({ input, actor, db, setAuditSubject }) => {
    const place = await findPlaceSeen(db, actor, input.userMessageId, setAuditSubject);
    const conversation = await lockSeen(db, actor, place.conversationKey, setAuditSubject);
    return markUnread(db, actor, conversation, place.sequence);
  });

  route(app, getUnreadMessageCount, ({ actor, db }) => findUnreadMessageCount(db, actor));
}

function sendingRoutes(app: App): void {
  route(app, sendMessage, async ({ input, actor, db, setAuditSubject }) => {
    const patientId = input.patientId ?? null;
    setAuditSubject({ patientId });
    const addressees = await findAddressees(db, principalOf(actor), input.recipientUserIds, patientId);
    if (patientId !== null && !addressees.isPatientOpen) {
      await requirePatient(db, actor, patientId);
      throw refused(messageTexts.emergencyOnly, 'wrong_state');
    }
    await requireRequest(db, actor, input);
    const cannotBeMessaged = (sentence: string) => invalidInput({ recipientUserIds: sentence });
    const addressed = authorize(actor, newMessagePolicy, 'send', addressees, cannotBeMessaged);
    return sending.sendMessage(db, actor, addressed, input);
  });

  route(app, sendQuickReply, async ({ input, actor, db, setAuditSubject }) => {
    const conversation = await findAnswered(db, principalOf(actor), input.conversationKey);
    if (conversation === undefined) throw await denied(db, input.conversationKey, setAuditSubject);
    setAuditSubject(conversationSeen(conversation));
    return sending.sendQuickReply(db, actor, authorize(actor, replyPolicy, 'reply', conversation), input);
  });
}

/** @throws AppError `invalid_input` if the message is about a request that is not the patient's, or not the actor's to see */
async function requireRequest(db: Db, actor: Actor, input: InputOf<typeof sendMessage>): Promise<void> {
  const { referralId, careCoordinatorRequestId, patientId } = input;
  if (referralId == null && careCoordinatorRequestId == null) return;
  const { rows } = await sql`select from patient p where p.patient_id = ${patientId ?? null}
    and (${referralId ?? null}::bigint is null or exists (select from referral r
      where r.referral_id = ${referralId ?? null} and r.patient_id = p.patient_id and ${maySeeReferral(actor)}))
    and (${careCoordinatorRequestId ?? null}::bigint is null or exists (select from consultation cr
      where cr.consultation_id = ${careCoordinatorRequestId ?? null} and cr.patient_id = p.patient_id
        and ${maySeeConsultation(actor)}))`.execute(db);
  if (rows.length > 0 && !(referralId != null && careCoordinatorRequestId != null)) return;
  const name = referralId == null ? 'careCoordinatorRequestId' : 'referralId';
  throw invalidInput({ [name]: messageTexts.aboutOther });
}

/** @throws AppError `no_access` for a message that is not the member's, or whose conversation they may not read */
async function findPlaceSeen(
  db: Db,
  actor: Actor,
  userMessageId: number,
  setAuditSubject: SetAuditSubject,
): Promise<MessagePlace> {
  setAuditSubject({ subjectType: 'user_message', subjectId: userMessageId });
  const place = await findMessagePlace(db, principalOf(actor), userMessageId);
  if (place === undefined) {
    const closed = await findConversationOf(db, userMessageId);
    if (closed !== undefined) setAuditSubject({ patientId: closed.patientId });
    throw noConversation();
  }
  setAuditSubject(conversationSeen(place));
  return place;
}

/** @throws AppError `no_access` */
async function lockSeen(
  db: Db,
  actor: Actor,
  key: string,
  setAuditSubject: SetAuditSubject,
): Promise<LockedConversation> {
  const conversation = await lockConversation(db, principalOf(actor), key);
  if (conversation === undefined) throw await denied(db, key, setAuditSubject);
  setAuditSubject(conversationSeen(conversation));
  return conversation;
}
