import * as messagesContract from '@careloop/contracts/messages';
import * as cannedReplies from '@careloop/contracts/messages/cannedReplies';
import * as conversations from '@careloop/contracts/messages/conversations';
import * as messageDrafts from '@careloop/contracts/messages/drafts';
import * as messageSending from '@careloop/contracts/messages/sending';

import type { Feature } from '../../core/feature.ts';
import { messageJobs } from './jobs.ts';
import { messageRoutes } from './routes.ts';
import { completeUnread } from './shared/unread.ts';

export const messages: Feature = {
  contracts: [messagesContract, cannedReplies, conversations, messageDrafts, messageSending],
  routes: [messageRoutes],
  jobs: messageJobs,
  completions: (db) => ({ UnreadMessageCountChangedEvent: (changes) => completeUnread(db, changes) }),
};
