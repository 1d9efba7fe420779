import { currentSession } from '../session/store.ts';
import { actedFor, shownUser } from './actingFor.ts';

/** Whether the screens show what this person sees: the one acted for, or else the user and everybody they may act for. */
export function isShown(userId: number): boolean {
  if (userId === shownUser()) return true;
  const people = actedFor() === undefined ? (currentSession()?.user.usersToImpersonate ?? []) : [];
  return people.some(({ proxiedUserId }) => proxiedUserId === userId);
}
