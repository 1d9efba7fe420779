import { codes } from '../codeTable.ts';

/** Status of a medication consultation (docs/domain/consultations.md). Its numbers differ from those of referrals. */
export const consultationStatus = codes({
  pending: 1,
  accepted: 2,
  accepted_with_change: 3,
  acknowledged: 4,
  declined: 5,
  /** Our own number, not defined by the API: withdrawn by the requesting side. */
  cancelled: 6,
});
export const consultationStatuses = [
  'pending',
  'acknowledged',
  'accepted',
  'accepted_with_change',
  'declined',
  'cancelled',
] as const;
export type ConsultationStatus = (typeof consultationStatuses)[number];
/** Statuses in which the receiver must still act. */
export const openConsultationStatuses = ['pending', 'acknowledged'] as const;
/** Statuses of a declined or withdrawn consultation; it is over for its receiver. */
export const voidConsultationStatuses = ['declined', 'cancelled'] as const;
export const consultationStatusLabels: Record<ConsultationStatus, string> = {
  pending: 'Pending',
  acknowledged: 'Acknowledged',
  accepted: 'Accepted',
  accepted_with_change: 'Accepted with changes',
  declined: 'Declined',
  cancelled: 'Canceled',
};
