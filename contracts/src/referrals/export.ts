import { signedIn } from '../access.ts';
import { download } from '../endpoint.ts';
import { areDaysInOrder, daysRule, referralFilters } from './filters.ts';

/** Maximum rows per file. */
export const mostExportedReferrals = 10_000;

export const exportTexts = {
  tooMany: 'There are more than 10,000 referrals. Narrow the list before you export it.',
} as const;

export const exportReferrals = download('/provider/referrals/export', {
  summary: 'Exports the filtered list of referrals as a CSV file.',
  auditText: 'An export of referrals',
  access: signedIn,
  audit: 'search',
  input: referralFilters.refine(areDaysInOrder, daysRule),
});
