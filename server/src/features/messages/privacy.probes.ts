import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { removeCannedReply, saveCannedReply } from '@careloop/contracts/messages/cannedReplies';
import {
  getMessagePage,
  getMessageReaders,
  getUnreadMessageCount,
  getUserConversationMessages,
  markConversationRead,
  markMessageUnread,
} from '@careloop/contracts/messages';
import {
  archiveUserConversation,
  findInConversation,
  getConversationPage,
  getSingleUserConversation,
  getUserConversations,
} from '@careloop/contracts/messages/conversations';
import { getMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { expect } from 'vitest';

import {
  beside,
  changed,
  idsIn,
  inOrder,
  ofCare,
  ofColleague,
  ofConversation,
  ofOwner,
  ofPatient,
  ofReferral,
  ofUserMessage,
  pickedBeside,
  readAll,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';

async function compareConversations({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
    const { users: counts } = await caller.ok(getImpersonatableUsers, { includeUnreadMessageCounts: true });
    expect(idsIn(counts, 'userId')).toEqual(inOrder(oracle.actsFor(userId)));
    for (const member of oracle.actsFor(userId)) {
      const named = member === userId ? {} : { onBehalfOfUserId: member };
      const open = oracle.conversations.filter((one) => oracle.conversationsOf(member).has(one.conversationId));
      const unread = oracle.userMessages.filter(
        (one) => one.isUnread && oracle.userMessagesOf(member).has(one.userMessageId),
      );
      const items = await readAll(caller, getUserConversations, { ...named, includeArchived: true, pageSize: 4 });
      expect(items).toHaveLength(open.length);
      expect(new Set(items.map((item) => item['conversationKey']))).toEqual(new Set(open.map((one) => one.key)));
      const inList = items.reduce((sum, item) => sum + Number(item['unreadMessageCount']), 0);
      const badge = await caller.ok(getUnreadMessageCount, named);
      const row = counts.find((one) => one.userId === member);
      expect([inList, badge.unreadMessageCount, row?.unreadMessageCount]).toEqual(
        Array.from({ length: 3 }, () => unread.length),
      );
    }
  }
}

/** Filtering by a patient or user without access, or by conversations of others, returns nothing. */
async function compareFilters({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
    const mine = oracle.conversations.filter((one) => oracle.conversationsOf(userId).has(one.conversationId));
    const patientId = oracle.patientIds.find((id) => !oracle.careOf(userId).has(id));
    const memberUserId = oracle.users.find((one) => !ofColleague.may(oracle, userId).has(one.userId))?.userId;
    for (const filter of [{ patientId }, { memberUserId }]) {
      const listed = await readAll(caller, getUserConversations, { ...filter, includeArchived: true });
      const left = mine.filter(
        (one) => (one.patientId === patientId && patientId !== undefined) || one.members.includes(memberUserId ?? 0),
      );
      expect(listed).toHaveLength('patientId' in filter ? 0 : left.length);
      for (const { key } of mine.slice(0, 2)) {
        const { page } = await caller.ok(getConversationPage, { ...filter, conversationKey: key });
        expect(page).toBeNull();
      }
    }
    const others = oracle.conversations.filter((one) => !oracle.conversationsOf(userId).has(one.conversationId));
    const conversationKeys = others.map(({ key }) => key);
    expect((await caller.ok(getUserConversations, { conversationKeys, includeArchived: true })).items).toEqual([]);
  }
}

/** A draft returns no patient or recipient the user may not see, and only the ids of its charts. */
async function compareDrafts({ oracle, callerOf }: ProbeContext): Promise<void> {
  const { userId } = oracle.users.find(({ username }) => username === 'outsider')!;
  const patientCharts = [
    { associationType: 3 as const, patientDocumentId: oracle.documentIds[0]! },
    { associationType: 2 as const, patientAppointmentId: oracle.rows.appointments[0]!.id },
    { associationType: 4 as const, referralId: oracle.referralIds[0]! },
  ];
  const typed = { message: 'x', patientCharts, patientId: oracle.patientIds[0]!, recipientUserIds: [1] };
  await callerOf(userId).ok(saveMessageDraft, typed);
  const { draft } = await callerOf(userId).ok(getMessageDraft, {});
  expect(draft).toMatchObject({ message: 'x', patientCharts, patientId: null, recipients: [] });
}

const ofCannedReply = ofOwner('cannedReplyId', (oracle) => oracle.rows.cannedReplies, 'refused');
/** Patients of the user, with a colleague to send the message to. */
const ofCareWithColleague: Probe = {
  ...ofCare,
  inputOf: (oracle, patientId, userId) => {
    const known = ofColleague.may(oracle, userId);
    const colleague = oracle.users.find((one) => one.userId !== userId && known.has(one.userId));
    return colleague && { patientId, recipientUserIds: [colleague.userId] };
  },
};
/** Referrals and consultations of the patient about whom the message is. */
const ofReferralOfFirst: Probe = {
  ...ofReferral,
  may: (oracle, userId) => {
    const [first] = ofCare.may(oracle, userId);
    const theirs = oracle.referrals.filter((one) => one.patientId === first);
    return new Set(theirs.map(({ referralId }) => referralId));
  },
};
const ofConsultationOfFirst: Probe = {
  key: 'careCoordinatorRequestId',
  ids: (oracle) => oracle.consultationIds,
  // None of them is about the first patient in the test data.
  may: () => new Set(),
};
const chartKeys = ['patientId', 'patientAppointmentId', 'patientDocumentId', 'referralId'];

export const probes: FeatureProbes = {
  opens: [
    [getUserConversationMessages, ofConversation],
    [getSingleUserConversation, ofConversation],
    [getConversationPage, ofConversation],
    [findInConversation, ofConversation],
    [getMessageDraft, ofConversation],
    [getMessagePage, ofUserMessage],
    [getMessageReaders, ofUserMessage],
  ],
  closes: [
    [sendMessage, changed(ofPatient, { message: 'x', recipientUserIds: [1, 2] })],
    [sendQuickReply, changed(ofConversation, { message: 'x' })],
    [archiveUserConversation, changed(ofConversation, { archiveConversation: true })],
    [markConversationRead, ofConversation],
    [markMessageUnread, ofUserMessage],
    [saveMessageDraft, changed(ofConversation, { message: 'x' })],
    [saveCannedReply, changed(ofCannedReply, { title: 'x', message: 'x' })],
    [removeCannedReply, ofCannedReply],
    [
      sendMessage,
      beside(
        changed(ofCare, { message: 'x' }),
        { ...ofColleague, key: 'recipientUserIds' },
        'invalid_input recipientUserIds',
        (id) => ({
          recipientUserIds: [id],
        }),
      ),
    ],
    [
      sendMessage,
      beside(changed(ofCareWithColleague, { message: 'x' }), ofReferralOfFirst, 'invalid_input referralId'),
    ],
    [
      sendMessage,
      beside(
        changed(ofCareWithColleague, { message: 'x' }),
        ofConsultationOfFirst,
        'invalid_input careCoordinatorRequestId',
      ),
    ],
    ...pickedBeside(sendMessage, changed(ofCareWithColleague, { message: 'x' }), 'patientCharts'),
    ...pickedBeside(sendQuickReply, changed(ofConversation, { message: 'x' }), 'patientCharts'),
  ],
  compares: [
    {
      name: 'filters return no conversation of others',
      calls: [
        [getUserConversations, 'patientId', 'memberUserId', 'conversationKeys'],
        [getConversationPage, 'patientId', 'memberUserId'],
      ],
      compare: compareFilters,
    },
    {
      name: 'a draft returns only the ids saved in it',
      calls: [[saveMessageDraft, 'recipientUserIds', ...chartKeys]],
      compare: compareDrafts,
    },
    {
      name: 'conversations, and what is unread in them, are those of the person in whose name they are asked for',
      calls: [],
      compare: compareConversations,
    },
  ],
};
