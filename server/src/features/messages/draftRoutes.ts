import { getMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { App } from '../../core/app.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import * as drafts from './saveDraft.ts';
import { denied } from './seenConversation.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';

/** Unsent messages and replies. */
export function draftRoutes(app: App): void {
  route(app, getMessageDraft, async ({ input, actor, db, setAuditSubject }) => ({
    draft: await drafts.findDraft(db, await findDraftKey(db, actor, input.conversationKey, setAuditSubject)),
  }));

  route(app, saveMessageDraft, async ({ input, actor, db, setAuditSubject }) =>
    drafts.saveDraft(db, await findDraftKey(db, actor, input.conversationKey, setAuditSubject), input),
  );
}

/** @throws AppError `no_access` for a conversation the member may not read */
async function findDraftKey(
  db: Db,
  actor: Actor,
  named: string | null | undefined,
  setAuditSubject: SetAuditSubject,
): Promise<drafts.DraftKey> {
  const writer = { userId: actor.userId, memberId: principalOf(actor) };
  const key = named ?? null;
  const found = await drafts.findDraftKey(db, writer, key);
  if (found === undefined) throw await denied(db, key ?? '', setAuditSubject);
  return found;
}
