import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { toneColors, type Tone } from './tones.ts';

export interface StatusBadgeProps {
  tone: Tone;
  label: string;
  /** A 14 px Tabler icon; the tone's own when left out. */
  icon?: ReactNode;
}

/** A status in words, with an icon and a tone: never colour alone. */
export function StatusBadge({ tone, label, icon }: StatusBadgeProps): ReactNode {
  return (
    <Badge color={toneColors[tone]} leftSection={icon} variant="light">
      {label}
    </Badge>
  );
}
