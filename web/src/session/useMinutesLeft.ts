import { useEffect, useState } from 'react';
import { refreshSession } from './actions.ts';
import { minutesToAnnounce, timing } from './timing.ts';
import { untilServerTime } from './token.ts';
import { useSession } from './useSession.ts';

/** Minutes until the session reaches its maximum lifetime, once only a few are left. */
export function useMinutesLeft(): number | undefined {
  const { sessionEndsAt } = useSession().context;
  const [left, setLeft] = useState(() => untilServerTime(Date.parse(sessionEndsAt)));
  useEffect(() => {
    const look = () => {
      const now = untilServerTime(Date.parse(sessionEndsAt));
      setLeft(now);
      // Asks the server whether the session is over: another tab may have started a new one.
      if (now <= 0) void refreshSession();
    };
    look();
    const timer = setInterval(look, timing.lifetimeCheck);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [sessionEndsAt]);
  return minutesToAnnounce(left);
}
