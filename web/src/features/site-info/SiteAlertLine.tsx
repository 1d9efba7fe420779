import { severity, severityLabels, type Severity } from '@careloop/contracts/codes';
import type { SiteAlert } from '@careloop/contracts/site-info';
import { ActionIcon } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../ui/tones.ts';
import classes from './SiteAlert.module.css';

const looks: Record<Severity, { tone: Tone; icon: Icon }> = {
  severe: { tone: 'danger', icon: IconAlertOctagon },
  medium: { tone: 'warning', icon: IconAlertTriangle },
  low: { tone: 'info', icon: IconInfoCircle },
};

export interface SiteAlertLineProps {
  alert: Pick<SiteAlert, 'severity' | 'header' | 'message'>;
  /** Undefined in the preview. */
  onDismiss?: () => void;
}

/** An alert as users see it: its severity as text with icon and tone. */
export function SiteAlertLine({ alert, onDismiss }: SiteAlertLineProps): ReactNode {
  const name = severity.nameOf(alert.severity) as Severity;
  const { tone, icon: SeverityIcon } = looks[name];
  return (
    <div className={classes['alert']} data-tone={tone}>
      <span className={classes['severity']}>
        <SeverityIcon size={18} aria-hidden />
        {severityLabels[name]}
      </span>
      <p className={classes['words']}>
        <strong>{alert.header}</strong> {alert.message}
      </p>
      {onDismiss !== undefined && (
        <ActionIcon aria-label="Dismiss alert" onClick={onDismiss}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
