import { messageTexts } from '@careloop/contracts/messages';

import type { Policy } from '../../../core/access/authorize.ts';

/** The data that the rules for a conversation depend on: its state and the member's part in it. */
export interface ConversationRules {
  isArchived: boolean;
  lastSequence: number;
  /** Number of messages sent by the member. */
  sentCount: number;
}

/** One-sided: a single message, or only the member's own (docs/domain/messages.md). */
function isOneSided({ lastSequence, sentCount }: ConversationRules): boolean {
  return lastSequence <= 1 || sentCount >= lastSequence;
}

export const conversationPolicy: Policy<ConversationRules, 'archive' | 'unarchive'> = {
  archive(_actor, conversation) {
    if (conversation.isArchived) return messageTexts.isArchived;
    return isOneSided(conversation) ? messageTexts.oneSided : true;
  },
  unarchive(_actor, conversation) {
    return conversation.isArchived ? true : messageTexts.isNotArchived;
  },
};

/** Whether another member could read a reply. */
export interface ReplyRules {
  hasReader: boolean;
}

export const replyPolicy: Policy<ReplyRules, 'reply'> = {
  reply: (_actor, { hasReader }) => (hasReader ? true : messageTexts.nobodyLeft),
};

/** The recipients named for a new message, and those of them who may be messaged. */
export interface NewMessageRules {
  namedCount: number;
  found: readonly unknown[];
}

export const newMessagePolicy: Policy<NewMessageRules, 'send'> = {
  send: (_actor, { found, namedCount }) => (found.length === namedCount ? true : messageTexts.cannotBeMessaged),
};
