import type { Db } from '../../platform/db/client.ts';
import type { AppError } from '../../platform/errors.ts';
import type { AuditSubject, SetAuditSubject } from '../../platform/http/route.ts';
import { findDenied } from './queries/conversation.ts';
import { noConversation } from './shared/visibility.ts';

/** What to audit when a conversation is viewed. */
export function conversationSeen({ conversationId, patientId }: { conversationId: number; patientId: number | null }) {
  return { patientId, subjectType: 'conversation', subjectId: conversationId } satisfies AuditSubject;
}

/**
 * The error for a denied conversation, audited with its patient, so that it is recorded even though the caller learns nothing.
 */
export async function denied(db: Db, key: string, setAuditSubject: SetAuditSubject): Promise<AppError> {
  const named = await findDenied(db, key);
  if (named !== undefined) setAuditSubject(conversationSeen(named));
  return noConversation();
}
