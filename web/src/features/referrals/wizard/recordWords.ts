import type { SuggestedRecord } from '@careloop/contracts/referrals/suggestions';
import { suggestionLimits } from '@careloop/contracts/referrals/suggestions';

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "4 documents, 12 pages" */
export function recordCount(records: readonly SuggestedRecord[]): string {
  const pages = records.reduce((sum, { pageCount }) => sum + pageCount, 0);
  return `${counted(records.length, 'document')}, ${counted(pages, 'page')}`;
}

/**
 * Why they are suggested: "1 asked for by the protocol, 2 of this diagnosis, 2 of the last 90 days".
 * @param askedCount how many more the protocol asks for
 */
export function recordReason(records: readonly SuggestedRecord[], askedCount = 0): string {
  const ofDiagnosis = records.filter(({ reason }) => reason === 'diagnosis').length;
  const recent = records.length - ofDiagnosis;
  const parts = [
    askedCount > 0 && `${askedCount} asked for by the protocol`,
    ofDiagnosis > 0 && `${ofDiagnosis} of this diagnosis`,
    recent > 0 && `${recent} of the last ${suggestionLimits.recentDays} days`,
  ];
  return parts.filter(Boolean).join(', ');
}
