import { getPendingInviteCount } from '@careloop/contracts/care-teams';

import { principalOf } from '../../access/actor.ts';
import type { App } from '../../app.ts';
import { route } from '../../http/route.ts';
import { countPendingInvites } from './queries.ts';

export function careTeamRoutes(app: App): void {
  route(app, getPendingInviteCount, async ({ actor, db }) => ({
    pendingInviteCount: await countPendingInvites(db, principalOf(actor)),
  }));
}
