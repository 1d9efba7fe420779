import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';
import type { Tone } from './tones.ts';

/** Icon of each tone, for users who cannot distinguish the colors. */
export const toneIcons: Record<Tone, Icon> = {
  neutral: IconCircleDashed,
  success: IconCircleCheck,
  danger: IconAlertCircle,
  warning: IconAlertTriangle,
  inactive: IconCircleMinus,
  info: IconInfoCircle,
};

export interface StatusBadgeProps {
  tone: Tone;
  label: string;
  /** A 14 px Tabler icon; defaults to the tone's own. */
  icon?: ReactNode;
}

/** A status as text with icon and tone, never color alone. */
export function StatusBadge({ tone, label, icon }: StatusBadgeProps): ReactNode {
  const ToneIcon = toneIcons[tone];
  return (
    <span className={classes['badge']} data-tone={tone}>
      {icon ?? <ToneIcon size={14} stroke={2} aria-hidden />}
      {label}
    </span>
  );
}
