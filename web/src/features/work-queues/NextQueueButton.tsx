import type { WorkQueueInfo } from '@careloop/contracts/work-queues';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface NextQueueButtonProps {
  queue: WorkQueueInfo;
  rightSection?: ReactNode;
  variant?: 'filled' | 'light';
}

/** Leads from a finished queue to the next one with open items. */
export function NextQueueButton({ queue, rightSection, variant = 'filled' }: NextQueueButtonProps): ReactNode {
  const { workQueueId, name, openCount } = queue;
  return (
    <Button
      size="compact-sm"
      variant={variant}
      rightSection={rightSection}
      renderRoot={(props) => <Link to="/WorkQueues" search={{ workQueueId }} {...props} />}
    >
      Next queue: {name} ({openCount})
    </Button>
  );
}
