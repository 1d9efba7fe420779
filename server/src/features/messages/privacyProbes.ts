import { getImpersonatableUsers } from '@careloop/contracts/directory';
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
  changed,
  idsIn,
  inOrder,
  ofConversation,
  ofPatient,
  ofUserMessage,
  readAll,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

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

export const messageProbes: FeatureProbes = {
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
  ],
  compares: [
    {
      name: 'conversations, and what is unread in them, are those of the person in whose name they are asked for',
      endpoints: [getUserConversations, getUnreadMessageCount, getImpersonatableUsers],
      compare: compareConversations,
    },
  ],
};
