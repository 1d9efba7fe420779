import { isAfterDue } from '@careloop/contracts/referrals/answerWords';
import { declineText } from '@careloop/contracts/referrals/answerWords';
import { addressText } from '@careloop/contracts/directory/addressText';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral, ReferralEvent } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../../ui/Callout.tsx';
import { DateTimeText, PlaceTimeText } from '../../../../ui/DateText.tsx';
import { ProviderName } from '../../../directory/shared/ProviderName.tsx';
import { answerTitle } from '../answerWords.ts';
import classes from '../../../../components/RequestDetail.module.css';

const lastOf = ({ timeline }: Referral, actions: readonly ReferralEvent['action'][]) =>
  timeline.findLast(({ action }) => actions.includes(action));

/** "Carla Medeiros for Anjali Patel" */
const authorOf = ({ userFullName: who, onBehalfOfFullName: behalf }: ReferralEvent) =>
  behalf === null ? who : `${who} for ${behalf}`;

/** When and by whom it was accepted: with an appointment, that is the same event. */
function Accepted({ referral }: { referral: Referral }): ReactNode {
  const event = lastOf(referral, ['accepted']) ?? lastOf(referral, ['scheduled']);
  if (event === undefined) return null;
  return (
    <Text fz="sm">
      Accepted <DateTimeText at={event.occurredAt} /> by {authorOf(event)}
    </Text>
  );
}

function Completed({ referral }: { referral: Referral }): ReactNode {
  const closing = lastOf(referral, ['completed']);
  const { consultNotes: notes } = referral;
  return (
    <Callout tone="success" title={answerTitle(referral) ?? 'Closed'}>
      {closing?.comment != null && <Text className={classes.text}>{closing.comment}</Text>}
      {notes.length > 0 && (
        <Text fz="sm" c="dimmed">
          {notes.length === 1 ? 'A consult note came back' : `${notes.length} consult notes came back`}, see below.
        </Text>
      )}
    </Callout>
  );
}

/** What the reader can do now. */
function nextStep({ can, nextReferral, side, suggestedProvider }: Referral): string | null {
  if (nextReferral !== null) return 'It was referred again.';
  if (can.referAgain === true) {
    return suggestedProvider === null
      ? 'Next: refer again to another provider.'
      : `Next: refer again to ${suggestedProvider.fullName} or another provider.`;
  }
  return side === 'referring' ? 'Next: a coordinator can refer again to another provider.' : null;
}

function Declined({ referral }: { referral: Referral }): ReactNode {
  const next = nextStep(referral);
  const { suggestedProvider: suggested } = referral;
  return (
    <Callout tone="danger" title={answerTitle(referral) ?? 'Declined'}>
      <Text>{declineText(referral)}</Text>
      {suggested !== null && (
        <Text>
          Suggested instead:{' '}
          <ProviderName healthcareProviderId={suggested.healthcareProviderId}>{suggested.fullName}</ProviderName>
          {suggested.organizationName !== null && ` · ${suggested.organizationName}`}
          {suggested.officePhone !== null && ` · office phone ${formatPhone(suggested.officePhone)}`}
        </Text>
      )}
      {next !== null && (
        <Text fz="sm" c="dimmed">
          {next}
        </Text>
      )}
    </Callout>
  );
}

function Scheduled({ referral }: { referral: Referral }): ReactNode {
  const { appointment, dueAt } = referral;
  if (appointment === null) return null;
  const isLate = isAfterDue(appointment.appointmentTime, dueAt);
  const place = addressText(appointment.address);
  return (
    <Callout tone={isLate ? 'warning' : 'info'} title="Appointment">
      <Text fw={600}>
        <PlaceTimeText at={appointment.appointmentTime} timeZone={appointment.timeZone} />
        {appointment.providerName !== null && ` with ${appointment.providerName}`}
      </Text>
      {isLate && (
        <Text fz="sm">
          This is after the due time, <DateTimeText at={dueAt} />.
        </Text>
      )}
      {place !== '' && <Text fz="sm">{place}</Text>}
      {appointment.description !== null && <Text fz="sm">{appointment.description}</Text>}
      <Accepted referral={referral} />
    </Callout>
  );
}

/** The answer so far, on top of the case: what came of it, the appointment, or why it was declined. */
export function ReferralAnswer({ referral }: { referral: Referral }): ReactNode {
  switch (referral.status) {
    case 'completed':
      return <Completed referral={referral} />;
    case 'declined':
      return <Declined referral={referral} />;
    case 'scheduled':
      return <Scheduled referral={referral} />;
    case 'accepted':
      return (
        <Callout title="Accepted, no appointment logged yet">
          <Accepted referral={referral} />
        </Callout>
      );
    default:
      return null;
  }
}
