import { dueReferralStatuses, referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import {
  IconAlarm,
  IconAlertTriangle,
  IconBan,
  IconCalendarCheck,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dueClock, formatDateTime } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import classes from './ReferralBadges.module.css';

type ShownStatus = keyof typeof referralStatusLabels;

const looks: Record<ShownStatus, { tone: Tone; icon: Icon }> = {
  pending: { tone: 'neutral', icon: IconClock },
  accepted: { tone: 'success', icon: IconCheck },
  scheduled: { tone: 'success', icon: IconCalendarCheck },
  completed: { tone: 'success', icon: IconCircleCheck },
  declined: { tone: 'danger', icon: IconX },
  cancelled: { tone: 'inactive', icon: IconBan },
  overdue: { tone: 'warning', icon: IconAlertTriangle },
};

const isShown = (status: string): status is ShownStatus => status in looks;
const isDue = (status: string) => dueReferralStatuses.some((due) => due === status);

/** "Pending" for `pending`; an unknown status is returned unchanged. */
export function referralStatusLabel(status: string): string {
  return isShown(status) ? referralStatusLabels[status] : status;
}

/** Tone of a status, for timelines. */
export function referralStatusTone(status: string): Tone {
  return isShown(status) ? looks[status].tone : 'neutral';
}

/** A referral's status with an icon. */
export function ReferralStatusBadge({ status }: { status: string }): ReactNode {
  if (!isShown(status)) return <StatusBadge tone="neutral" label={status} />;
  const { tone, icon: Icon } = looks[status];
  return <StatusBadge tone={tone} label={referralStatusLabels[status]} icon={<Icon size={14} aria-hidden />} />;
}

/** A referral is urgent up to this many days. */
const urgentDays = 7;

/** Urgency of a referral. Routine is plain text, because it needs no attention. */
export function UrgencyBadge({ urgencyDays }: { urgencyDays: number }): ReactNode {
  const label = urgencyLabel(urgencyDays);
  if (urgencyDays <= 1) return <StatusBadge tone="danger" label={label} icon={<IconAlarm size={14} aria-hidden />} />;
  if (urgencyDays <= urgentDays) {
    return <StatusBadge tone="warning" label={label} icon={<IconClockExclamation size={14} aria-hidden />} />;
  }
  return <span className={classes.routine}>{label}</span>;
}

export interface DueClockProps {
  status: string;
  dueAt: string;
  /** Does not stand out: nothing is left to do here. */
  isMuted?: boolean | undefined;
}

/** "3 days left" or "Overdue by 2 days" until an appointment is made; then nothing. */
export function DueClock({ status, dueAt, isMuted = false }: DueClockProps): ReactNode {
  if (!isDue(status)) return null;
  const { text, ...clock } = dueClock(dueAt);
  const isOverdue = clock.isOverdue && !isMuted;
  const isSoon = clock.isSoon && !isMuted;
  const Icon = isOverdue ? IconAlertTriangle : IconClock;
  return (
    <span className={classes.fact} data-muted={isMuted || undefined} title={`Due ${formatDateTime(dueAt)}`}>
      <Icon size={14} aria-hidden color={isOverdue ? 'var(--mantine-color-error)' : 'currentColor'} />
      <span className={classes.due} data-overdue={isOverdue || undefined} data-soon={isSoon || undefined}>
        {text}
      </span>
    </span>
  );
}
