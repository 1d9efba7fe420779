import { z } from 'zod';
import { notPreferredReason } from '../codes.ts';
import { optionalText } from '../fields.ts';

// Reason for choosing a provider outside the preferred affiliations, if the client enforces them; for referrals and
// consultations.

export const notPreferredTexts = {
  notPreferredReasonRequired: 'Reason is a required field',
  notPreferredInfoRequired: 'Additional Info is a required field',
  notPreferredInfoTooLong: 'Additional Info must be 250 characters or less',
} as const;

export const notPreferredInfoLimit = 250;

/** A client's affiliation with a provider. */
interface Preference {
  isPreferred?: boolean | undefined;
  enforcePreferred?: boolean | undefined;
}

/** Whether choosing this provider requires a reason. */
export const isNotPreferred = (provider: Preference | null | undefined): boolean =>
  provider?.enforcePreferred === true && provider.isPreferred !== true;

/** Physician Directed requires a comment (docs/domain/referrals.md). */
export const needsMoreInfo = (reason: number | null | undefined): boolean =>
  reason === notPreferredReason.table.physician_directed;

export const notPreferredReasonCode = z.union(Object.values(notPreferredReason.table).map((code) => z.literal(code)));

export const notPreferredFields = z.object({
  notPreferredReason: notPreferredReasonCode.nullish(),
  notPreferredAdditionalInfo: optionalText(notPreferredInfoLimit, notPreferredTexts.notPreferredInfoTooLong),
});

/** Error messages for the reason, by field; none if the provider requires no reason. */
export function notPreferredProblems(
  provider: Preference | null | undefined,
  given: { notPreferredReason?: number | null | undefined; notPreferredAdditionalInfo?: string | null | undefined },
): Partial<Record<'notPreferredReason' | 'notPreferredAdditionalInfo', string>> {
  if (!isNotPreferred(provider)) return {};
  if (!given.notPreferredReason) return { notPreferredReason: notPreferredTexts.notPreferredReasonRequired };
  const info = given.notPreferredAdditionalInfo?.trim() ?? '';
  if (info.length > notPreferredInfoLimit)
    return { notPreferredAdditionalInfo: notPreferredTexts.notPreferredInfoTooLong };
  if (needsMoreInfo(given.notPreferredReason) && info === '')
    return { notPreferredAdditionalInfo: notPreferredTexts.notPreferredInfoRequired };
  return {};
}
