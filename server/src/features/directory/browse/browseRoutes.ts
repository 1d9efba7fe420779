import { browseDirectory, findTowns } from '@careloop/contracts/directory/browse';

import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import * as queries from './queries.ts';

/** Routes for browsing the directory. */
export function browseRoutes(app: App): void {
  route(app, browseDirectory, ({ input, db }) => queries.browseDirectory(db, input));
  route(app, findTowns, async ({ input, db }) => ({ towns: await queries.findTowns(db, input.searchTerm) }));
}
