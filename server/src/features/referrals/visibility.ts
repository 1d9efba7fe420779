import { dueReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { literals } from '../../db/literals.ts';

/** Whether a referral `r` is past due; computed, not stored. The due time applies until an appointment is made. */
export const isOverdue = sql<boolean>`(r.status in (${literals(dueReferralStatuses)}) and r.due_at < now())`;
