import { taskTexts } from '@careloop/contracts/tasks';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { isColleagueOf, isOnCareTeam } from '../../access/colleagues.ts';
import { joinedSight, sightRow, userSeesByTeamOrClient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { invalidInput } from '../../errors.ts';

interface Assignee {
  userId: number;
  fullName: string;
}

const shown = 20;

/**
 * To whom a task about the patient can be assigned, as SQL over users `u` and what they see: the actor, and those they know who
 * see the patient.
 */
function isAssignable(actor: Actor, patientId: number): RawBuilder<boolean> {
  const isSelf = sql`u.user_id = ${actor.userId}`;
  // What is about users alone comes first: what they see is worked out for those few.
  return sql<boolean>`(u.is_active and (${isSelf} or ${isColleagueOf(actor.userId)} or ${isOnCareTeam(patientId)})
    and (${isSelf} or ${userSeesByTeamOrClient(joinedSight, sql`${patientId}::bigint`)}))`;
}

const users = sql`user_account u join lateral ${sightRow(sql.ref('u.user_id'))} on true`;

/** The first of those by name whose name has every typed word. */
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
 * Lets only those be chosen who see the patient; whom a task is assigned to already stays.
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
