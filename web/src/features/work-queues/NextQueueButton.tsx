import type { WorkQueueInfo } from '@careloop/contracts/work-queues';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const page = getRouteApi('/WorkQueues');

interface NextQueueButtonProps {
  /** May be the chosen queue itself, if other pages or a filter hide open items. */
  queue: WorkQueueInfo;
  rightSection?: ReactNode;
  variant?: 'filled' | 'light';
}

/** Leads from a finished queue to the next one with open items, or from a finished page to the rest of its queue. */
export function NextQueueButton({ queue, rightSection, variant = 'filled' }: NextQueueButtonProps): ReactNode {
  const { workQueueId, name, openCount } = queue;
  const isChosen = page.useSearch().workQueueId === workQueueId;
  return (
    <Button
      size="compact-sm"
      variant={variant}
      rightSection={rightSection}
      renderRoot={(props) => <Link to="/WorkQueues" search={{ workQueueId }} {...props} />}
    >
      {isChosen ? 'All open items' : `Next queue: ${name}`} ({openCount})
    </Button>
  );
}
