import { sql } from 'kysely';

/** SQL condition: user `u` can sign in and work a queue. */
export const worksQueues = sql<boolean>`(u.is_active and exists (select from user_permission q
  where q.user_id = u.user_id and q.permission = 'ManageWorkQueues'))`;
