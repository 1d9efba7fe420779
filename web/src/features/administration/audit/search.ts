import { auditKinds, auditOutcomes } from '@careloop/contracts/administration/audit';
import { z } from 'zod';
import { integer } from '../../../lib/search.ts';

const aDay = z.iso.date().optional().catch(undefined);

export const auditSearch = z.object({
  userId: integer(1),
  forUserId: integer(1),
  patientId: integer(1),
  kind: z.enum(auditKinds).optional().catch(undefined),
  outcome: z.enum(auditOutcomes).optional().catch(undefined),
  from: aDay,
  until: aDay,
});
export type AuditSearch = z.output<typeof auditSearch>;
