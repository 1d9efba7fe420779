import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useActFor, useActingFor } from './actingFor.ts';
import { toast } from '../ui/toasts.tsx';

/** Stops acting for a user named in the address for whom the signed-in user may not act. Render it once, in the shell. */
export function ActingGuard(): null {
  const named = useSearch({ strict: false, select: (search) => search.onBehalfOfUserId });
  const person = useActingFor();
  const isNobody = named !== undefined && person === undefined;
  const actFor = useActFor();
  const leave = useEffectEvent(() => {
    actFor(undefined);
    toast.warning('You cannot act for this person. You are working as yourself again.');
  });
  useEffect(() => {
    if (isNobody) leave();
  }, [isNobody]);
  return null;
}
