import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './WorkQueuesPage.module.css';

/** Who is working on an item; nothing if nobody is. */
export function ItemClaim({ item }: { item: WorkQueueItem }): ReactNode {
  if (item.claim === null) return null;
  return (
    <span className={classes.fact}>
      <IconUserCheck size={14} aria-hidden /> {otherClaimOf(item) ?? 'You'} {isOwn(item) ? 'are' : 'is'} working on this
    </span>
  );
}

const isOwn = ({ can }: WorkQueueItem) => can.release === true;

/** Name of somebody else who is working on an item. */
export function otherClaimOf(item: WorkQueueItem): string | null {
  return item.claim === null || isOwn(item) ? null : item.claim.fullName;
}
