import { taskTexts } from '@careloop/contracts/tasks';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { isColleagueOf, isOnCareTeam } from '../../core/access/colleagues.ts';
import { joinedSight, sightRow, userSeesByTeamOrClient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { invalidInput } from '../../platform/errors.ts';

interface Assignee {
  userId: number;
  fullName: string;
}

const shown = 20;

/**
 * Users `u`, with their sight joined, to whom a task about the patient can be assigned: the actor, and those of their
 * colleagues who may see the patient.
 */
function isAssignable(actor: Actor, patientId: number): RawBuilder<boolean> {
  const isSelf = sql`u.user_id = ${actor.userId}`;
  // Conditions on users alone come first, so that their sight is computed only for the few that remain.
  return sql<boolean>`(u.is_active and (${isSelf} or ${isColleagueOf(actor.userId)} or ${isOnCareTeam(patientId)})
    and (${isSelf} or ${userSeesByTeamOrClient(joinedSight, sql`${patientId}::bigint`)}))`;
}

const users = sql`user_account u join lateral ${sightRow(sql.ref('u.user_id'))} on true`;

/** The first of these users, by name, whose name contains every word of the search term. */
export async function findAssignees(db: Db, actor: Actor, patientId: number, searchTerm: string): Promise<Assignee[]> {
  const words = searchTerm.toLowerCase().split(/\s+/).filter(Boolean);
  const assignee = shape<Assignee, { u: 'user_account' }>({
    userId: 'u.user_id',
    fullName: sql`u.first_name || ' ' || u.last_name`,
  });
  const matching = words.map((word) => sql`and position(${word} in lower(u.first_name || ' ' || u.last_name)) > 0`);
  const { rows } = await assignee.from`${users} where ${isAssignable(actor, patientId)} ${sql.join(matching, sql` `)}
    order by u.last_name, u.first_name, u.user_id limit ${shown}`.execute(db);
  return rows;
}

/**
 * Requires that a new assignee may see the patient; the current assignee may stay.
 * @throws AppError `invalid_input`
 */
export async function requireAssignee(
  db: Db,
  actor: Actor,
  {
    patientId,
    assignedToUserId,
    before,
  }: { patientId: number; assignedToUserId: number | null; before: number | null },
): Promise<void> {
  if (assignedToUserId === null || assignedToUserId === before) return;
  const { rows } = await sql<object>`select 1 from ${users}
    where u.user_id = ${assignedToUserId} and ${isAssignable(actor, patientId)}`.execute(db);
  if (rows.length === 0) throw invalidInput({ assignedToUserId: taskTexts.cannotBeAssigned });
}
