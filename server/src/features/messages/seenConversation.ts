import type { Db } from '../../db/client.ts';
import type { AppError } from '../../errors.ts';
import type { Seen } from '../../http/route.ts';
import { findDenied } from './conversationQuery.ts';
import { noConversation } from './visibility.ts';

export type SeenBy = (what: Seen) => void;

/** What the audit keeps of a look at a conversation. */
export function conversationSeen({ conversationId, patientId }: { conversationId: number; patientId: number | null }) {
  return { patientId, subjectType: 'conversation', subjectId: conversationId } satisfies Seen;
}

/** The denial of a conversation, kept with what it is about: it may be there and be closed. */
export async function denied(db: Db, key: string, seen: SeenBy): Promise<AppError> {
  const named = await findDenied(db, key);
  if (named !== undefined) seen(conversationSeen(named));
  return noConversation();
}
