import type { Consultation, ConsultationEvent } from '@careloop/contracts/consultations';
import {
  IconAlertCircle,
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconChecks,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { Timeline, type TimelineEntry } from '../../../../ui/Timeline.tsx';
import { consultationStatusLabel, consultationStatusTone } from '../consultationWords.tsx';

const looks: Record<ConsultationEvent['action'], { title: string; icon: Icon }> = {
  created: { title: 'Sent', icon: IconSend },
  acknowledged: { title: 'Acknowledged', icon: IconAlertCircle },
  accepted: { title: 'Accepted', icon: IconCheck },
  accepted_with_change: { title: 'Accepted with changes', icon: IconChecks },
  declined: { title: 'Declined', icon: IconX },
  cancelled: { title: 'Canceled', icon: IconBan },
  referred: { title: 'Became a referral', icon: IconArrowForwardUp },
};

function entryOf(event: ConsultationEvent): TimelineEntry {
  const { onBehalfOfFullName: behalf, fromStatus, toStatus } = event;
  const { title, icon: Icon } = looks[event.action];
  return {
    key: event.consultationEventId,
    at: event.occurredAt,
    who: behalf === null ? event.userFullName : `${event.userFullName} for ${behalf}`,
    title,
    ...(fromStatus !== toStatus && {
      from: fromStatus && consultationStatusLabel(fromStatus),
      to: toStatus && consultationStatusLabel(toStatus),
    }),
    text: event.comment ?? undefined,
    tone: fromStatus === toStatus ? 'neutral' : consultationStatusTone(toStatus ?? ''),
    icon: <Icon size={14} aria-hidden />,
  };
}

/** Who did what, when and for whom, and what they wrote. */
export function ConsultationHistory({ consultation }: { consultation: Consultation }): ReactNode {
  return (
    <Section title="History">
      <Timeline label="History of the consultation" entries={consultation.timeline.map(entryOf)} />
    </Section>
  );
}
