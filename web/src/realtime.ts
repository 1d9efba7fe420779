import { queryClient } from './api/queryClient.ts';
import { startRealtime } from './api/realtimeHub.ts';
import { watchInvitations } from './features/care-teams/realtime.tsx';
import { watchAccess } from './features/patient-access/realtime.tsx';
import { watchConversations } from './features/messages/realtime.ts';
import { watchTextReplies } from './features/sharing/sms/realtime.tsx';

// A separate chunk: the first screen does not wait for it.

/** Features that do more on events than refetch stale queries (contracts/<domain>/events.ts). */
const watches = [watchConversations, watchAccess, watchInvitations, watchTextReplies];

/**
 * Keeps the screen up to date for a signed-in user until the returned function is called.
 * @param readSince when the first screen started loading (`performance.now()`)
 */
export function startLiveUpdates(readSince: number): () => void {
  const stops = [...watches.map((watch) => watch(queryClient)), startRealtime(queryClient, readSince)];
  return () => {
    for (const stop of stops) stop();
  };
}
