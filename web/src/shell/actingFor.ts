import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { integer } from '../lib/search.ts';
import type { Context, Session } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';

/** On every screen: in whose name it is looked at and worked on. */
export const actingForSearch = z.object({ onBehalfOfUserId: integer(1) });

export type ProxiedUser = Context['user']['usersToImpersonate'][number];

/** Whom the address names, if the user may act for them. Anybody else counts as nobody. */
export function personActedFor(session: Session | undefined, userId: number | undefined): ProxiedUser | undefined {
  return session?.user.usersToImpersonate.find((person) => person.proxiedUserId === userId);
}

/** In whose name the screen is looked at and worked on: somebody else's, or undefined for the user's own. */
export function useActingFor(): ProxiedUser | undefined {
  const userId = useSearch({ strict: false, select: (search) => search.onBehalfOfUserId });
  return personActedFor(useSession(), userId);
}

/** Changes it. The screen stays; what is selected on it belonged to the other's list and does not. */
export function useActFor(): (userId: number | undefined) => void {
  const navigate = useNavigate();
  return (onBehalfOfUserId) => void navigate({ to: '.', search: { onBehalfOfUserId } });
}
