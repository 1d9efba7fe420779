import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { toneColors, type Tone } from './tones.ts';

export interface CalloutProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** A button or link that names the next step. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** A message that belongs to a place on the page. Danger and warning are announced. */
export function Callout({ tone = 'info', title, children, action, icon }: CalloutProps): ReactNode {
  return (
    <Alert color={toneColors[tone]} title={title} icon={icon} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
      {action}
    </Alert>
  );
}
