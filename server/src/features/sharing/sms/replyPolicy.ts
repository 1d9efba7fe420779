import { unassignedReplyTexts as texts } from '@careloop/contracts/sharing/unassignedReplies';

import type { Policy } from '../../../core/access/authorize.ts';

/** A reply that belongs to no patient, or did when it was loaded. */
export interface UnassignedReplyRow {
  smsReplyId: number;
  clientId: number;
  phone: string;
  isSettled: boolean;
}

/** Who may assign a reply: users of its client, in their own name. */
export const replyPolicy: Policy<UnassignedReplyRow, 'settle'> = {
  settle: (actor, { isSettled }) => {
    if (actor.onBehalfOfUserId !== null) return texts.inOwnName;
    return !isSettled || texts.settled;
  },
};
