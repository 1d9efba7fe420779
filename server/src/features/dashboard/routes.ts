import { passes } from '@careloop/contracts/access';
import { dashboardLimits, getDashboard } from '@careloop/contracts/dashboard';
import { getNavigation } from '@careloop/contracts/dashboard/navigation';
import type { Dashboard, WaitingForOther } from '@careloop/contracts/dashboard';
import { listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { messaging } from '@careloop/contracts/messages';

import { sightOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findFailedDeliveries } from '../sharing/shared/queries.ts';
import { countUnread } from '../messages/shared/unread.ts';
import { findReferrals } from '../referrals/shared/queries/list.ts';
import { findQueues } from '../work-queues/shared/queries/queues.ts';
import { findUrgentItems } from '../work-queues/shared/queries/urgent.ts';
import { findCounts } from './counts.ts';
import { findNavigation } from './navigation.ts';
import * as queries from './queries.ts';

const everyReferral = listReferrals.input.parse({});

export function dashboardRoutes(app: App): void {
  route(app, getDashboard, ({ input, actor, db }) => findDashboard(db, actor, queries.todayIn(input.timeZone)));
  route(app, getNavigation, ({ actor, db }) => findNavigation(db, actor));
}

/** The actor limited to one of the people they are or act for. */
function asPerson(actor: Actor, userId: number): Actor {
  return { ...actor, ...sightOf(actor.allocations, userId, [userId]) };
}

export async function findDashboard(db: Db, actor: Actor, today: queries.Today): Promise<Dashboard> {
  const own = asPerson(actor, actor.grantedUserId);
  const worksQueues = passes(getWorkQueues.access, actor.permissions);
  const messages = passes(messaging, actor.permissions);
  const [
    urgentItems,
    tasks,
    urgentConversations,
    counts,
    failedDeliveries,
    others,
    queues,
    myPatients,
    answers,
    referrals,
  ] = await Promise.all([
    worksQueues ? findUrgentItems(db, own, dashboardLimits.urgentItems) : null,
    queries.findDueTasks(db, own, today),
    messages ? queries.findUrgentConversations(db, own) : null,
    findCounts(db, actor, own),
    findFailedDeliveries(db, own, dashboardLimits.failedDeliveries),
    findOthers(db, { actor, own }, today),
    worksQueues ? findQueues(db, actor) : null,
    queries.findMyPatients(db, own, today),
    queries.findAnswers(db, own),
    findReferrals(db, actor, everyReferral, dashboardLimits.referrals),
  ]);
  return {
    urgentItems,
    tasks,
    urgentConversations,
    ...counts,
    failedDeliveries,
    ...others,
    queues: queues?.filter((queue) => !queue.userHidden) ?? null,
    myPatients,
    answers,
    latestReferrals: referrals.items,
  };
}

type Others = Pick<Dashboard, 'others' | 'othersWaitingCount'>;

/** What is waiting for each person the user may act for, without what the user has as well. */
async function findOthers(db: Db, { actor, own }: { actor: Actor; own: Actor }, today: queries.Today): Promise<Others> {
  const ids = actor.userIds.filter((userId) => userId !== actor.grantedUserId);
  const people = ids.map((userId) => asPerson(actor, userId));
  const worksQueues = passes(getWorkQueues.access, actor.permissions);
  const waiting = await queries.findWaiting(db, own, { people, today, worksQueues });
  if (waiting.length === 0) return { others: [], othersWaitingCount: 0 };
  const unread = passes(messaging, actor.permissions)
    ? await countUnread(
        db,
        waiting.map(({ userId }) => userId),
      )
    : [];
  const unreadOf = new Map(unread.map(({ userId, unreadMessageCount }) => [userId, unreadMessageCount]));
  const counted = waiting.map((person) => ({ ...person, unreadMessageCount: unreadOf.get(person.userId) ?? 0 }));
  const [waitedFor, idle] = [counted.filter(hasWork), counted.filter((person) => !hasWork(person))];
  return {
    others: [...waitedFor, ...idle].slice(0, dashboardLimits.people),
    othersWaitingCount: waitedFor.length,
  };
}

const hasWork = ({ urgentItemCount, dueTaskCount, unreadMessageCount }: WaitingForOther) =>
  urgentItemCount + dueTaskCount + unreadMessageCount > 0;
