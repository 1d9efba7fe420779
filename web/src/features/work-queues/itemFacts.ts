import { urgencyLabel } from '@careloop/contracts/codes';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { formatDate, formatDateTime } from '../../ui/dates.ts';
import { queueSubject } from './shared/queueSubject.ts';

/** Facts that distinguish items of one patient: "To Nguyen, Linh · STAT · due 11/16/26 12:10 AM". */
export function itemFacts(item: WorkQueueItem): string {
  const facts = item.subjectType === null ? null : queueSubject(item.subjectType).factsOf(item);
  if (facts === null) return `${item.facilityName ?? 'Facility not stated'} · ${formatDate(item.encounterDate)}`;
  const { to, urgencyDays, dueAt } = facts;
  return [
    `To ${to}`,
    urgencyDays !== null && urgencyLabel(urgencyDays),
    dueAt === null ? `received ${formatDateTime(item.createdAt)}` : `due ${formatDateTime(dueAt)}`,
  ]
    .filter((fact) => fact !== false)
    .join(' · ');
}
