import type { consultationSummary as summary } from '@careloop/contracts/consultations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';

import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { iso, shape } from '../../../platform/db/shape.ts';

export interface SummaryTables {
  cr: 'consultation';
  /** Creator. */
  u: 'user_account';
  /** User it was created on behalf of. */
  f?: 'user_account';
  /** Receiver. */
  tu?: 'user_account';
  t?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

/** Joins the users of a consultation `cr`. */
export const summaryTables = sql`join user_account u on u.user_id = cr.created_by_user_id
  left join user_account f on f.user_id = cr.on_behalf_of_user_id
  left join user_account tu on tu.user_id = cr.requested_to_user_id
  left join healthcare_provider t on t.healthcare_provider_id = cr.healthcare_provider_id
  left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)`;

/** The data shown in lists, in queues and with the consultation itself. */
export const consultationSummary = shape<z.infer<typeof summary>, SummaryTables>({
  careCoordinatorRequestId: 'cr.consultation_id',
  status: 'cr.status',
  requestNotes: 'cr.request_notes',
  responseNotes: 'cr.response_notes',
  requestedToName: sql`coalesce(t.last_name || ', ' || t.first_name, tu.last_name || ', ' || tu.first_name)`,
  requestedToSpecialty: 's.name',
  requestedByName: sql`coalesce(f.last_name || ', ' || f.first_name, u.last_name || ', ' || u.first_name)`,
  statusChangedAt: iso('cr.status_changed_at'),
});

/** Whether the actor requested it, or it was requested in their name, and the answer is unread. */
export function isUnread(actor: Actor): RawBuilder<boolean> {
  const userId = principalOf(actor);
  return sql<boolean>`(cr.is_answer_unread and (cr.created_by_user_id = ${userId}
    or coalesce(cr.on_behalf_of_user_id = ${userId}, false)))`;
}
