import type { UserTypeEntry } from '@careloop/contracts/administration/userTypes';

/** The clients in which a new user of this type usually works the shared queues. */
export function usualMarks(types: readonly UserTypeEntry[], typeId: number, clientIds: readonly number[]): number[] {
  return types.find(({ id }) => id === typeId)?.userType === 'care_coordinator' ? [...clientIds] : [];
}
