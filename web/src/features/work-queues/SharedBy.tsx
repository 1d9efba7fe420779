import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { IconShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './WorkQueuesPage.module.css';

/** Who shared an item with the user; nothing for the user's own items. */
export function SharedBy({ item: { sharedByName } }: { item: WorkQueueItem }): ReactNode {
  if (sharedByName === null) return null;
  return (
    <div className={classes.fact}>
      <IconShare size={14} aria-hidden /> Shared by {sharedByName}
    </div>
  );
}
