import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { reassignItems } from '../../work-queues/reassign.ts';

/** Moves consultations of deactivated receivers to the coordinators, who record the answer or cancel. */
export function reassign(db: Database): Promise<number> {
  return reassignItems(db, {
    subjectType: 'consultation',
    clients: sql`select consultation_id as subject_id, client_id from consultation`,
    from: WorkQueue.careCoordinatorRequest,
    to: WorkQueue.careCoordinatorRequest,
  });
}
