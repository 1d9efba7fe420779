import type { InputOf } from '@careloop/contracts/endpoint';
import { mostViews, viewTexts } from '@careloop/contracts/saved-views';
import type { saveView, ScreenWithViews, ViewFilters } from '@careloop/contracts/saved-views';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';
import type { Db } from '../../platform/db/client.ts';
import { proposed, writes } from '../../platform/db/writes.ts';
import { invalidInput, refused } from '../../platform/errors.ts';

export async function findViews(db: Db, actor: Actor, screen: ScreenWithViews) {
  const views = await db
    .selectFrom('saved_view')
    .select(['saved_view_id as savedViewId', 'name', sql<ViewFilters>`filters`.as('filters')])
    .where('user_id', '=', actor.userId)
    .where('screen', '=', screen)
    .orderBy(sql`lower(name)`)
    .execute();
  return { views };
}

const columnsOf = writes<InputOf<typeof saveView>, 'saved_view'>()({
  screen: 'screen',
  name: 'name',
  filters: (filters) => ({ filters: JSON.stringify(filters) }),
});

export async function keepView(db: Db, actor: Actor, input: InputOf<typeof saveView>) {
  const { screen, name } = input;
  await lockUserRow(db, actor.userId);
  const kept = await db
    .selectFrom('saved_view')
    .select(sql<string>`lower(name)`.as('key'))
    .where('user_id', '=', actor.userId)
    .where('screen', '=', screen)
    .execute();
  if (kept.length >= mostViews && !kept.some(({ key }) => key === name.toLowerCase())) {
    throw invalidInput({ name: viewTexts.tooMany });
  }
  const columns = columnsOf(input);
  return await db
    .insertInto('saved_view')
    .values({ ...columns, user_id: actor.userId })
    .onConflict((conflict) => conflict.expression(sql`user_id, screen, lower(name)`).doUpdateSet(proposed(columns)))
    .returning('saved_view_id as savedViewId')
    .executeTakeFirstOrThrow();
}

export async function removeView(db: Db, actor: Actor, savedViewId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('saved_view_id', '=', savedViewId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refused(viewTexts.gone);
}
