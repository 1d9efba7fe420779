import { appointmentStatusLabels } from '@careloop/contracts/codes';
import type { Referral, ReferralEvent } from '@careloop/contracts/referrals';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarCheck,
  IconCalendarOff,
  IconCalendarRepeat,
  IconCheck,
  IconCircleCheck,
  IconMessage,
  IconPencil,
  IconRepeat,
  IconSend,
  IconUserCheck,
  IconUserQuestion,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Timeline, type TimelineEntry } from '../../../../ui/Timeline.tsx';
import { Section } from '../../../../components/Section.tsx';
import { referralStatusLabel, referralStatusTone } from '../ReferralBadges.tsx';
import { SendingDetails } from './ReferralDeliveries.tsx';
import { ReferralDigest } from './ReferralDigest.tsx';
import { ChangeList } from './ReferralChanges.tsx';

const icons: Record<ReferralEvent['action'], Icon> = {
  created: IconSend,
  updated: IconPencil,
  provider_selected: IconUserCheck,
  accepted: IconCheck,
  scheduled: IconCalendarCheck,
  rescheduled: IconCalendarRepeat,
  no_show: IconUserQuestion,
  appointment_canceled: IconCalendarOff,
  declined: IconX,
  cancelled: IconBan,
  completed: IconCircleCheck,
  reopened: IconArrowBackUp,
  commented: IconMessage,
  referred_again: IconRepeat,
};

const titles: Record<ReferralEvent['action'], string> = {
  created: 'Sent',
  updated: 'Changed',
  provider_selected: 'Provider chosen',
  accepted: 'Accepted',
  scheduled: 'Appointment logged',
  rescheduled: 'Appointment rescheduled',
  no_show: appointmentStatusLabels.no_show,
  appointment_canceled: 'Appointment canceled',
  declined: 'Declined',
  cancelled: 'Canceled',
  completed: 'Completed',
  reopened: 'Reopened',
  commented: 'Commented',
  referred_again: 'Referred again',
};

function entryOf(event: ReferralEvent): TimelineEntry {
  const { onBehalfOfFullName: behalf } = event;
  const Icon = icons[event.action];
  return {
    key: event.referralEventId,
    at: event.occurredAt,
    who: behalf === null ? event.userFullName : `${event.userFullName} for ${behalf}`,
    title: titles[event.action],
    // A comment does not change the status; only changes show old and new status.
    ...(event.fromStatus !== event.toStatus && {
      from: event.fromStatus && referralStatusLabel(event.fromStatus),
      to: event.toStatus && referralStatusLabel(event.toStatus),
    }),
    text:
      event.changes.length > 0 ? (
        <ChangeList changes={event.changes} />
      ) : (
        [event.reason, event.comment].filter(Boolean).join(' · ') || undefined
      ),
    tone: event.fromStatus === event.toStatus ? 'neutral' : referralStatusTone(event.toStatus ?? ''),
    icon: <Icon size={14} aria-hidden />,
  };
}

/** Who did what, when, for whom and why, with old and new status. */
export function ReferralHistory({ referral }: { referral: Referral }): ReactNode {
  return (
    <Section title="History">
      <Timeline label="History of the referral" entries={referral.timeline.map(entryOf)} />
      <SendingDetails deliveries={referral.deliveries}>
        {referral.hash !== null && <ReferralDigest referralId={referral.referralId} sha256={referral.hash} />}
      </SendingDetails>
    </Section>
  );
}
