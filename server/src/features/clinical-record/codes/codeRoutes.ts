import { findClinicalCodes } from '@careloop/contracts/clinical-record/codes';

import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { findCodes, findLoaded } from './findCodes.ts';

const minimum = 2;

export function codeRoutes(app: App): void {
  route(app, findClinicalCodes, async ({ input: { subject, searchTerm }, db }) => {
    const [codes, loaded] = await Promise.all([
      searchTerm.length < minimum ? [] : findCodes(db, subject, searchTerm),
      findLoaded(db, subject),
    ]);
    return { codes, loaded };
  });
}
