import type { Session } from './session.ts';
import { useGate } from './gateStore.ts';

/** Who is signed in and what they may do. Only below the sign-in gate. */
export function useSession(): Session {
  const { session } = useGate();
  if (session === undefined) throw new Error('useSession() is used outside the sign-in gate');
  return session;
}
