import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { queueSubject } from './shared/queueSubject.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './WorkQueuesPage.module.css';

interface ItemCompletionProps {
  item: WorkQueueItem;
  /** Shows the time besides the date. */
  withTime?: boolean;
}

/** Who completed an item, and when; nothing for an open item. */
export function ItemCompletion({ item, withTime = false }: ItemCompletionProps): ReactNode {
  const { status, subjectType, completedAt, completedByName } = item;
  if (status !== 'completed') return null;
  // One badge is enough if the subject is completed, too.
  const hasBadge = subjectType !== null && queueSubject(subjectType).isShownCompleted(item);
  if (hasBadge && completedAt === null) return null;
  return (
    <div className={classes.fact}>
      {hasBadge ? (
        <IconCheck size={14} aria-hidden />
      ) : (
        <StatusBadge tone="inactive" label="Completed" icon={<IconCheck size={14} aria-hidden />} />
      )}
      {completedAt !== null && (
        <span>
          {hasBadge && 'Completed '}
          {completedByName !== null && `by ${completedByName}, `}
          {withTime ? <DateTimeText at={completedAt} /> : <DateText at={completedAt} />}
        </span>
      )}
    </div>
  );
}
