import { z } from 'zod';
import { defaultReferralType, providerSelectionReason, referralType } from '../codes/referrals.ts';

// Codes of the referral type and of the reason for the selected provider.

export const referralTypeCode = z.union(Object.values(referralType.table).map((code) => z.literal(code)));
/** Physician consultation if left out. */
export const requestedType = referralTypeCode.default(defaultReferralType);

export const selectionReasonCode = z.union(Object.values(providerSelectionReason.table).map((code) => z.literal(code)));

/** Asked for with a selected provider; known if a reason for a provider who is not preferred is given. */
export const selectionReasonFields = z.object({ providerSelectionReason: selectionReasonCode.nullish() });
