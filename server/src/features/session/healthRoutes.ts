import { healthcheckApi, healthcheckDatabase, healthcheckSlim, healthcheckStorage } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { App } from '../../core/app.ts';
import { publicRoute } from '../../platform/http/route.ts';

/** Health checks for load balancers and monitoring. */
export function healthRoutes(app: App): void {
  publicRoute(app, healthcheckApi, async () => ({ status: 'ok' as const }));

  publicRoute(app, healthcheckSlim, async () => ({}));

  publicRoute(app, healthcheckDatabase, async ({ db }) => {
    await sql`select 1`.execute(db);
    app.deps.health.requireNoFullDisk();
    return { status: 'ok' as const };
  });

  publicRoute(app, healthcheckStorage, async () => {
    app.deps.health.requireNoFullDisk();
    await app.deps.health.requireSpace(app.deps.storage);
    return { status: 'ok' as const };
  });
}
