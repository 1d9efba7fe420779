import {
  getMessageDraft,
  listCannedReplies,
  removeCannedReply,
  removeMessageDraft,
  saveCannedReply,
  saveMessageDraft,
} from '@careloop/contracts/messages-extras';

import { principalOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import type { App } from '../../app.ts';
import { route } from '../../http/route.ts';
import * as replies from './cannedReplies.ts';
import * as drafts from './drafts.ts';

/** What helps writing: drafts and canned replies. */
export function messageExtraRoutes(app: App): void {
  route(app, getMessageDraft, async ({ input, actor, db }) => ({
    draft: await drafts.findDraft(db, await drafts.findDraftKey(db, writerOf(actor), input.conversationKey)),
  }));

  route(app, saveMessageDraft, async ({ input, actor, db }) =>
    drafts.saveDraft(db, await drafts.findDraftKey(db, writerOf(actor), input.conversationKey), input),
  );

  route(app, removeMessageDraft, async ({ input, actor, db }) => {
    await drafts.removeDraft(db, await drafts.findDraftKey(db, writerOf(actor), input.conversationKey));
    return {};
  });

  route(app, listCannedReplies, async ({ actor, db }) => ({
    cannedReplies: await replies.findCannedReplies(db, actor.userId),
  }));

  route(app, saveCannedReply, ({ input, actor, db }) => replies.saveCannedReply(db, actor, input));

  route(app, removeCannedReply, async ({ input, actor, db }) => {
    await replies.removeCannedReply(db, actor, input.cannedReplyId);
    return {};
  });
}

const writerOf = (actor: Actor) => ({ userId: actor.userId, memberId: principalOf(actor) });
