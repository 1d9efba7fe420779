import { expectedUser } from '../api/expectedUser.ts';

/** Who made the change that the user has not seen; null for an import or a job. */
export interface LastChange {
  changedByUserId: number | null;
  changedBy: string | null;
}

/** Whether it was the user, in another window. */
export function isOwnChange({ changedByUserId }: LastChange): boolean {
  return changedByUserId !== null && changedByUserId === expectedUser();
}

/** Begins a sentence about the change: "You", a name, or "Somebody". */
export function whoChanged(change: LastChange): string {
  return isOwnChange(change) ? 'You' : (change.changedBy ?? 'Somebody');
}
