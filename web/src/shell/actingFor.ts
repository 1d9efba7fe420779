import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { integer } from '../lib/search.ts';
import type { Context, Session } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';

/** Search parameter of every screen: the user acted for. */
export const actingForSearch = z.object({ onBehalfOfUserId: integer(1) });

export type ProxiedUser = Context['user']['usersToImpersonate'][number];

/** The user named in the address, if the signed-in user may act for them. */
export function personActedFor(session: Session | undefined, userId: number | undefined): ProxiedUser | undefined {
  return session?.user.usersToImpersonate.find((person) => person.proxiedUserId === userId);
}

/** The user acted for on this screen; undefined when not acting for anyone. */
export function useActingFor(): ProxiedUser | undefined {
  const userId = useSearch({ strict: false, select: (search) => search.onBehalfOfUserId });
  return personActedFor(useSession(), userId);
}

/** Search parameters that mean the same for every person. All others are dropped, because they may name what only one sees. */
const keptParameters = ['tab', 'section', 'status', 'includeArchived', 'unreadOnly', 'urgentOnly'] as const;

/**
 * Returns a function that changes the person acted for. The screen stays, with its tab and simple filters, but its selection
 * is cleared.
 */
export function useActFor(): (userId: number | undefined) => void {
  const navigate = useNavigate();
  return (onBehalfOfUserId) =>
    void navigate({
      to: '.',
      search: (old) => ({
        ...Object.fromEntries(keptParameters.map((name) => [name, (old as Record<string, unknown>)[name]])),
        onBehalfOfUserId,
      }),
    });
}
