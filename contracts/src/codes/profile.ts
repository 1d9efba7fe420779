import { codes } from '../codeTable.ts';

// Coded values of profiles (docs/domain/profile.md): names inside the product, numbers in the API.

export const proxyType = codes({ administrator: 0, office_user: 1 });
export type ProxyType = keyof typeof proxyType.table;
export const proxyTypeLabels: Record<ProxyType, string> = {
  administrator: 'Administrator',
  office_user: 'Office User',
};

export const enrollmentStatus = codes({
  not_enrolled: 0,
  requested: 1,
  initiated: 2,
  enrollment_token_expired: 3,
  agreement_viewed: 10,
  pending_supervisor_approval: 20,
  supervisor_approval_denied: 30,
  enrolled: 40,
});
export type EnrollmentStatus = keyof typeof enrollmentStatus.table;
/** All statuses, as a filter. */
export const everyEnrollmentStatus = -1;
export const enrollmentStatusLabels: Record<EnrollmentStatus, string> = {
  not_enrolled: 'Account Provisioned',
  requested: 'Request Sent',
  initiated: 'Initiated',
  enrollment_token_expired: 'Enrollment Token Expired',
  agreement_viewed: 'Agreement Viewed',
  pending_supervisor_approval: 'Pending Supervisor Approval',
  supervisor_approval_denied: 'Supervisor Approval Denied',
  enrolled: 'Enrolled',
};
