import { taskTexts } from '@careloop/contracts/tasks';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';

/** The tags that these clients offer, by name. */
export async function findTags(db: Db, clientIds: readonly number[]) {
  return db
    .selectFrom('task_tag')
    .select(['task_tag_id as taskTagId', 'tag_name as tagName', 'client_id as clientId'])
    .where('client_id', '=', sql<number>`any(${clientIds}::bigint[])`)
    .where('is_archived', '=', false)
    .orderBy(sql`search_key(tag_name)`)
    .orderBy('task_tag_id')
    .execute();
}

interface ChosenTags {
  /** The patient's. */
  clientId: number;
  taskTagIds: readonly number[];
  /** Tags the task has already: they stay, even if they are archived or of the client of a merged record. */
  before: readonly number[];
}

/** @throws AppError `invalid_input` for a new tag that the client does not offer */
export async function requireTags(db: Db, { clientId, taskTagIds, before }: ChosenTags): Promise<void> {
  const added = taskTagIds.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const offered = await findTags(db, [clientId]);
  if (!added.every((id) => offered.some(({ taskTagId }) => taskTagId === id)))
    throw invalidInput({ taskTagIds: taskTexts.unknownTag });
}
