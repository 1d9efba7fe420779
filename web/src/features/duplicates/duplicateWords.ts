import type {
  DuplicateDifference,
  DuplicateReason,
  DuplicateStatus,
  FactAgreement,
  MatchFact,
} from '@careloop/contracts/duplicates';
import type { Tone } from '../../ui/tones.ts';
import { formatNumber } from '../../ui/numbers.ts';

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
  alike: 'Similar details, no common number',
};

export const factLabels: Record<MatchFact, string> = {
  lastName: 'Last name',
  firstName: 'First name',
  birthDate: 'Birth date',
  sex: 'Gender',
  phone: 'Phone',
  address: 'Address',
  ssn: 'SSN',
};

export const agreementWords: Record<FactAgreement, { label: string; tone: Tone }> = {
  equal: { label: 'Same', tone: 'success' },
  short: { label: 'Short form', tone: 'success' },
  part: { label: 'Partly the same', tone: 'success' },
  slip: { label: 'One typo apart', tone: 'warning' },
  script: { label: 'In another script', tone: 'neutral' },
  differs: { label: 'Different', tone: 'danger' },
  unknown: { label: 'Not stated in both', tone: 'neutral' },
};

/** "+9.5", "−6". */
export const signed = (weight: number): string =>
  weight === 0 ? '0' : `${weight > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(weight))}`;

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
