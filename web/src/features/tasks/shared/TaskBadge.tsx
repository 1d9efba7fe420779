import { taskDisplayLabels, type TaskDisplay } from '@careloop/contracts/codes/tasks';
import { IconProgress, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';

const tones: Record<TaskDisplay, Tone> = {
  alert: 'danger',
  assigned: 'info',
  pending: 'neutral',
  'in-progress': 'warning',
  complete: 'success',
};
const icons: Partial<Record<TaskDisplay, ReactNode>> = {
  assigned: <IconUser size={14} aria-hidden />,
  'in-progress': <IconProgress size={14} aria-hidden />,
};

/** Status badge of a task. */
export function TaskBadge({ status }: { status: TaskDisplay }): ReactNode {
  return <StatusBadge tone={tones[status]} label={taskDisplayLabels[status]} icon={icons[status]} />;
}
