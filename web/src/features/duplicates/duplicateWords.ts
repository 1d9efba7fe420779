import type { DuplicateDifference, DuplicateReason, DuplicateStatus } from '@careloop/contracts/duplicates';

export const statusLabels: Record<DuplicateStatus, string> = {
  open: 'To review',
  merged: 'Merged',
  kept_apart: 'Kept apart',
};

const shared: Record<DuplicateReason, string> = {
  record_id: 'Same record number at the sender',
  mrn: 'Same MRN of the same system',
  ssn: 'Same SSN',
  replaced_by: 'The sender says that one replaces the other',
  name: 'Added under the same name and birth date',
};

const differing: Record<DuplicateDifference, string> = { name: 'name', birthDate: 'birth date', gender: 'gender' };

/** "Same SSN, but name and birth date differ". */
export function contradictionOf(pair: {
  reason: DuplicateReason;
  differences: readonly DuplicateDifference[];
}): string {
  const words = pair.differences.map((difference) => differing[difference]);
  if (words.length === 0) return shared[pair.reason];
  const list = words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  return `${shared[pair.reason]}, but ${list} ${words.length === 1 ? 'differs' : 'differ'}`;
}
