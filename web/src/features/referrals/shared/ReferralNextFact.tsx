import { isAfterDue } from '@careloop/contracts/referrals/answerWords';
import { appointmentStatusLabels, declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import { IconCalendarEvent, IconUserQuestion, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dueClock, formatDateTime, formatDateTimeIn } from '../../../ui/dates.ts';
import classes from './ReferralBadges.module.css';
import { DueClock } from './ReferralBadges.tsx';

type Shown = Pick<ReferralListItem, 'status' | 'dueAt' | 'declineReason' | 'latestAppointment'>;

function Fact({ icon: FactIcon, children }: { icon: Icon; children: ReactNode }): ReactNode {
  return (
    <span className={classes.fact}>
      <FactIcon size={14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

interface ReferralNextFactProps {
  referral: Shown;
  /** Mutes the time left. */
  isMuted?: boolean | undefined;
}

/**
 * The next relevant fact: the appointment of a scheduled referral, a missing outcome once it has passed, the reason of a
 * decline, otherwise the time left.
 */
export function ReferralNextFact({ referral, isMuted }: ReferralNextFactProps): ReactNode {
  const { status, dueAt, latestAppointment: visit, declineReason: code } = referral;
  if (status === 'scheduled' && visit !== null) {
    const isPast = dueClock(visit.appointmentTime).isOverdue;
    return (
      <Fact icon={IconCalendarEvent}>
        {isPast ? 'Outcome missing, visit' : 'Appointment'} {formatDateTimeIn(visit.appointmentTime, visit.timeZone)}
        {isAfterDue(visit.appointmentTime, dueAt) && (
          <span title={`Due ${formatDateTime(dueAt)}`}>, after due time</span>
        )}
      </Fact>
    );
  }
  if (status === 'declined') {
    const reason = code === null ? undefined : declineReason.nameOf(code);
    return reason === undefined ? null : <span className={classes.reason}>{declineReasonLabels[reason]}</span>;
  }
  return (
    <span className={classes.fact}>
      {status === 'accepted' && visit?.status === 'no_show' && (
        <Fact icon={IconUserQuestion}>{appointmentStatusLabels.no_show}</Fact>
      )}
      <DueClock status={status} dueAt={dueAt} isMuted={isMuted} />
    </span>
  );
}
