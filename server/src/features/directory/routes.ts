import { passes } from '@careloop/contracts/access';
import {
  findDiagnoses,
  findSpecialties,
  getImpersonatableUsers,
  mostProviderPages,
  providerPageSize,
  searchProviders,
} from '@careloop/contracts/directory';

import { messaging } from '@careloop/contracts/messages';

import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { countUnread } from '../messages/shared/unread.ts';
import { findProviders } from './aps/findProviders.ts';
import { isPermitted } from './policy.ts';
import * as diagnosisQueries from './shared/queries/diagnoses.ts';
import { findImpersonatable } from './shared/queries/impersonatable.ts';
import * as lookups from './shared/queries/lookups.ts';

/** Shortest search for ICD-10 codes, in characters (docs/domain/directory.md). */
const diagnosisMinimum = 2;

export function directoryRoutes(app: App): void {
  route(app, searchProviders, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    if (!isPermitted(actor, input.requiredPermission)) return { items: [], hasMore: false };
    const offset = (input.page - 1) * providerPageSize;
    const items = await findProviders(db, actor, input, { limit: providerPageSize + 1, offset });
    const hasMore = items.length > providerPageSize && input.page < mostProviderPages;
    return { items: items.slice(0, providerPageSize), hasMore };
  });

  route(app, findSpecialties, async ({ input, actor, db }) => ({
    specialties: isPermitted(actor, input.requiredPermission)
      ? await lookups.findSpecialties(db, actor, input.searchTerm)
      : [],
  }));

  route(app, findDiagnoses, async ({ input, actor, db }) => {
    const { searchTerm, patientId } = input;
    if (searchTerm === '' && patientId !== undefined) {
      return { diagnoses: await diagnosisQueries.findDiagnosesOfPatient(db, actor, patientId) };
    }
    if (searchTerm.length < diagnosisMinimum) return { diagnoses: [] };
    return { diagnoses: await diagnosisQueries.findDiagnoses(db, actor, input) };
  });

  route(app, getImpersonatableUsers, async ({ input, actor, db }) => {
    const users = await findImpersonatable(db, actor, input);
    const isCounting = input.includeUnreadMessageCounts && passes(messaging, actor.permissions);
    const userIds = users.map((user) => user.userId);
    const counts = isCounting ? await countUnread(db, userIds) : [];
    const countOf = new Map(counts.map((count) => [count.userId, count.unreadMessageCount]));
    return { users: users.map((user) => ({ ...user, unreadMessageCount: countOf.get(user.userId) ?? null })) };
  });
}
