import type { InputOf } from '@careloop/contracts/endpoint';
import { mostViews, viewTexts } from '@careloop/contracts/saved-views';
import type { saveView, ScreenWithViews, ViewFilters } from '@careloop/contracts/saved-views';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
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

export async function keepView(db: Db, actor: Actor, { screen, name, filters }: InputOf<typeof saveView>) {
  // Lock the user's row, so that concurrent saves respect the limit.
  await sql`select from user_account where user_id = ${actor.userId} for no key update`.execute(db);
  const kept = await db
    .selectFrom('saved_view')
    .select(sql<string>`lower(name)`.as('key'))
    .where('user_id', '=', actor.userId)
    .where('screen', '=', screen)
    .execute();
  if (kept.length >= mostViews && !kept.some(({ key }) => key === name.toLowerCase())) {
    throw invalidInput({ name: viewTexts.tooMany });
  }
  const { rows } = await sql<{ saved_view_id: number }>`
    insert into saved_view (user_id, screen, name, filters)
    values (${actor.userId}, ${screen}, ${name}, ${JSON.stringify(filters)}::jsonb)
    on conflict (user_id, screen, lower(name)) do update set name = excluded.name, filters = excluded.filters
    returning saved_view_id`.execute(db);
  return { savedViewId: rows[0]?.saved_view_id ?? 0 };
}

export async function removeView(db: Db, actor: Actor, savedViewId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('saved_view_id', '=', savedViewId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refused(viewTexts.gone);
}
