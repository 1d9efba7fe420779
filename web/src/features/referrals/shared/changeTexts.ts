import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { formatDateTime } from '../../../ui/dates.ts';

const labels: Record<ReferralChange['field'], string> = {
  provider: 'Provider',
  address: 'Address',
  specialty: 'Specialty',
  referredBy: 'Referred by',
  notPreferredReason: 'Reason for this provider',
  referralReason: 'Referral reason',
  urgency: 'Urgency',
  dueAt: 'Due',
  diagnosis: 'Diagnosis',
  additionalInfo: 'Additional info',
  authorizationCode: 'Authorization code',
  caregiverName: 'Caregiver',
  cellPhone: 'Cell phone',
  givenSmsConsent: 'SMS consent',
  records: 'Records',
};

/** "Urgency: Urgent → STAT". */
export function changeText({ field, from, to }: ReferralChange): string {
  const label = labels[field];
  if (field === 'dueAt') {
    const before = from === null ? '' : `${formatDateTime(from)} → `;
    return to === null ? label : `${label}: ${before}${formatDateTime(to)}, counted from this change`;
  }
  if (field === 'records') {
    const parts = [to && `added ${to}`, from && `removed ${from}`];
    return `${label}: ${parts.filter(Boolean).join('; ')}`;
  }
  return `${label}: ${from ?? 'none'} → ${to ?? 'none'}`;
}
