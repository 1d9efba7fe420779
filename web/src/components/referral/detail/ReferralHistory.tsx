import type { Referral, ReferralEvent } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { Timeline, type TimelineEntry } from '../../../ui/Timeline.tsx';
import { Section } from '../../Section.tsx';
import { referralStatusLabel, referralStatusTone } from '../ReferralBadges.tsx';

const titles: Record<ReferralEvent['action'], string> = {
  created: 'Sent',
  updated: 'Changed',
  provider_selected: 'Provider chosen',
  accepted: 'Accepted',
  scheduled: 'Appointment logged',
  declined: 'Declined',
  cancelled: 'Cancelled',
  completed: 'Completed',
  commented: 'Commented',
};

function entryOf(event: ReferralEvent): TimelineEntry {
  const { onBehalfOfFullName: behalf } = event;
  return {
    key: event.referralEventId,
    at: event.occurredAt,
    who: behalf === null ? event.userFullName : `${event.userFullName} for ${behalf}`,
    title: titles[event.action],
    from: event.fromStatus && referralStatusLabel(event.fromStatus),
    to: event.toStatus && referralStatusLabel(event.toStatus),
    text: [event.reason, event.comment].filter(Boolean).join(' · ') || undefined,
    tone: referralStatusTone(event.toStatus ?? ''),
  };
}

/** Who did what when, for whom, from which state to which, and why. */
export function ReferralHistory({ referral }: { referral: Referral }): ReactNode {
  return (
    <Section title="History">
      <Timeline label="History of the referral" entries={referral.timeline.map(entryOf)} />
    </Section>
  );
}
