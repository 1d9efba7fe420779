import type { WorkQueueInfo } from '@careloop/contracts/work-queues';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface NextQueueButtonProps {
  queue: WorkQueueInfo;
  rightSection?: ReactNode;
}

/** Leads from a finished queue to the next one with open items. */
export function NextQueueButton({ queue, rightSection }: NextQueueButtonProps): ReactNode {
  const { workQueueId, name, openCount } = queue;
  return (
    <Button
      size="compact-sm"
      rightSection={rightSection}
      renderRoot={(props) => <Link to="/WorkQueues" search={{ workQueueId }} {...props} />}
    >
      Next queue: {name} ({openCount})
    </Button>
  );
}
