import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './WorkQueuesPage.module.css';

interface ItemCompletionProps {
  item: WorkQueueItem;
  /** Shows the time besides the date. */
  withTime?: boolean;
}

/** Who completed an item, and when; nothing for an open item. */
export function ItemCompletion({ item, withTime = false }: ItemCompletionProps): ReactNode {
  const { status, completedAt, completedByName } = item;
  if (status !== 'completed') return null;
  return (
    <div className={classes.fact}>
      <StatusBadge tone="inactive" label="Completed" icon={<IconCheck size={14} aria-hidden />} />
      {completedAt !== null && (
        <span>
          {completedByName !== null && `by ${completedByName}, `}
          {withTime ? <DateTimeText at={completedAt} /> : <DateText at={completedAt} />}
        </span>
      )}
    </div>
  );
}
