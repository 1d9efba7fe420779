import { passes } from '@careloop/contracts/access';
import { getPatientOverview, listRecentViewers, overviewLimits } from '@careloop/contracts/patients/overview';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { listReferrals } from '@careloop/contracts/referrals';
import { listTasks } from '@careloop/contracts/tasks';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { allowances } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import type { App } from '../../core/app.ts';
import { findClinicalSummary } from '../../core/clinical-record/summary.ts';
import { route } from '../../platform/http/route.ts';
import { findConversations } from '../messages/shared/queries.ts';
import { conversationPolicy } from '../messages/shared/policy.ts';
import { findPopulationsOf } from '../patient-lists/shared/queries.ts';
import { findReferrals } from '../referrals/shared/queries/list.ts';
import { findCurrentEncounter } from '../patients/shared/queries/encounters.ts';
import { countSections } from '../patients/shared/queries/patients.ts';
import { findTasks } from '../tasks/shared/queries.ts';
import { findOverviewParts, findRecentViewers } from './queries.ts';

/** Maximum number of recent viewers in their own list. */
const mostViewers = 50;

export function overviewRoutes(app: App): void {
  route(app, getPatientOverview, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    const open = listReferrals.input.parse({ patientId, status: 'open' });
    const [
      parts,
      currentEncounter,
      referrals,
      recentViewers,
      populations,
      tasks,
      sectionCounts,
      clinicalSummary,
      conversations,
    ] = await Promise.all([
      findOverviewParts(db, patientId),
      findCurrentEncounter(db, patientId),
      findReferrals(db, actor, open, overviewLimits.referrals),
      findRecentViewers(db, patientId, overviewLimits.viewers),
      findPopulationsOf(db, actor, patientId),
      findTasks(db, actor, listTasks.input.parse({ patientId, pageSize: overviewLimits.tasks })),
      countSections(db, patientId),
      findClinicalSummary(db, patientId),
      findLatestConversations(db, actor, patientId),
    ]);
    return {
      ...parts,
      currentEncounter,
      openReferrals: referrals.items,
      recentViewers,
      populations,
      tasks: tasks.items,
      sectionCounts,
      clinicalSummary,
      conversations,
    };
  });

  route(app, listRecentViewers, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return { items: await findRecentViewers(db, patientId, mostViewers) };
  });
}

/** The message list's response for the widget; null for users without messages. */
async function findLatestConversations(db: Db, actor: Actor, patientId: number) {
  if (!passes(getUserConversations.access, actor.permissions)) return null;
  const search = getUserConversations.input.parse({ patientId, pageSize: overviewLimits.conversations });
  const viewer = { userId: actor.userId, memberId: principalOf(actor) };
  const page = await findConversations(db, viewer, search);
  return { ...page, items: page.items.map((item) => ({ ...item, can: allowances(actor, conversationPolicy, item) })) };
}
