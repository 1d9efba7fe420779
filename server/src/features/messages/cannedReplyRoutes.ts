import { listCannedReplies, removeCannedReply, saveCannedReply } from '@careloop/contracts/messages/cannedReplies';

import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import * as replies from './saveCannedReply.ts';
import { findCannedReplies } from './shared/cannedReplies.ts';

/** Routes for texts a user sends often. */
export function cannedReplyRoutes(app: App): void {
  route(app, listCannedReplies, async ({ actor, db }) => ({
    cannedReplies: await findCannedReplies(db, actor.userId),
  }));

  route(app, saveCannedReply, ({ input, actor, db }) => replies.saveCannedReply(db, actor, input));

  route(app, removeCannedReply, async ({ input, actor, db }) => {
    await replies.removeCannedReply(db, actor, input.cannedReplyId);
    return {};
  });
}
