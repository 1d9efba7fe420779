import { openReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { literals } from '../../db/literals.ts';

/** Whether a referral `r` is past due: never stored. */
export const isOverdue = sql<boolean>`(r.status in (${literals(openReferralStatuses)}) and r.due_at < now())`;
