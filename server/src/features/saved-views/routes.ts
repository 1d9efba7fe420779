import { deleteView, listSavedViews, saveView } from '@careloop/contracts/saved-views';

import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findViews, keepView, removeView } from './keepView.ts';

export function savedViewRoutes(app: App): void {
  route(app, listSavedViews, ({ input, actor, db }) => findViews(db, actor, input.screen));

  route(app, saveView, ({ input, actor, db }) => keepView(db, actor, input));

  route(app, deleteView, async ({ input, actor, db }) => {
    await removeView(db, actor, input.savedViewId);
    return {};
  });
}
