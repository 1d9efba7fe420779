import { passes } from '@careloop/contracts/access';
import { messaging } from '@careloop/contracts/messages';
import { listTemplateItems } from '@careloop/contracts/referrals/templateItems';
import type { TemplateItem } from '@careloop/contracts/referrals/templateItems';

import { requirePatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { findCannedReplies } from '../messages/shared/cannedReplies.ts';
import { findReasonTemplates } from './queries/reasonTemplates.ts';

/** Texts that forms offer to insert. */
export function templateItemRoutes(app: App): void {
  route(app, listTemplateItems, async ({ input: { patientId, kind }, actor, db }) => {
    if (patientId !== undefined) await requirePatient(db, actor, patientId);
    const [replies, templates] = await Promise.all([
      kind === 'referralReason' ? [] : findReplies(db, actor),
      kind === 'cannedReply' ? [] : findReasonTemplates(db, patientId === undefined ? actor.clientIds : { patientId }),
    ]);
    return { items: [...replies, ...templates] };
  });
}

/** The user's canned replies, with the permission that their own call requires. */
async function findReplies(db: Db, actor: Actor): Promise<TemplateItem[]> {
  if (!passes(messaging, actor.permissions)) return [];
  const replies = await findCannedReplies(db, actor.userId);
  return replies.map(({ cannedReplyId, title, message }) => ({
    kind: 'cannedReply',
    id: cannedReplyId,
    title,
    text: message,
  }));
}
