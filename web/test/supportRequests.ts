import type { SupportRequest } from '@careloop/contracts/support';

/** An open request that was mailed. */
export const supportRequest: SupportRequest = {
  supportRequestId: 12,
  status: 'open',
  name: 'Linh Nguyen',
  clientName: 'Bay Colony Health Partners',
  summary: 'Documents of the referral stay blank',
  impact: 2,
  createdAt: '2026-01-02T15:00:00Z',
  email: 'linh@example.org',
  clientId: 1,
  errorCodes: 'FE-t5x0zd',
  description: null,
  createdByFullName: 'Nguyen, Linh',
  resolution: null,
  resolvedByFullName: null,
  resolvedAt: null,
  deliveries: [],
  version: 1,
};
