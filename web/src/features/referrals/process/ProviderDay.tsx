import { isAfterDue } from '@careloop/contracts/referrals/answerWords';
import { parseDay } from '@careloop/contracts/fields/dates';
import { clashMinutes, getProviderDay } from '@careloop/contracts/referrals/deciding';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateTime, formatTimeIn, formatWeekday } from '../../../ui/dates.ts';
import { isDayAfterDue } from '../shared/afterDue.ts';
import { appointmentTimeOf, type ProcessValues } from './processForm.ts';
import type { AcceptingProvider } from './useAcceptingProviders.ts';

/** Start and end of a day by the user's own clock. */
function boundsOf(day: string): { from: string; until: string } {
  const from = new Date(`${day}T00:00:00`);
  const until = new Date(from);
  until.setDate(until.getDate() + 1);
  return { from: from.toISOString(), until: until.toISOString() };
}

const isClose = (one: string, other: Date) => Math.abs(Date.parse(one) - other.getTime()) < clashMinutes * 60_000;

interface ProviderDayProps {
  users: readonly AcceptingProvider[];
  /** When the referral is due. */
  dueAt: string;
}

/** The provider's other appointments of the chosen day, and what speaks against the time, before it is saved. */
export function ProviderDay({ users, dueAt }: ProviderDayProps): ReactNode {
  const { watch } = useFormContext<ProcessValues>();
  const [providerId, appointmentDate, appointmentTime] = watch([
    'healthcareProviderId',
    'appointmentDate',
    'appointmentTime',
  ]);
  const day = parseDay(appointmentDate ?? '');
  const provider = users.find((one) => one.healthcareProviderId === providerId);
  // Of an office that cannot sign in, nobody here knows the day.
  const isKnown = day !== null && provider?.isOfOffice !== true && providerId !== null;
  const query = useQuery({
    ...queryOf(getProviderDay, { healthcareProviderId: providerId ?? 0, ...boundsOf(day ?? '2000-01-01') }),
    enabled: isKnown,
    // A colleague may have moved one a moment ago.
    staleTime: 0,
  });
  const moment = appointmentTimeOf({ appointmentDate, appointmentTime });
  const at = moment?.toISOString();
  const others = isKnown ? query.data?.appointments : undefined;
  const clash = moment === null ? undefined : others?.find(({ appointmentTime: one }) => isClose(one, moment));
  const isLate = at === undefined ? day !== null && isDayAfterDue(day, dueAt) : isAfterDue(at, dueAt);
  const name = provider === undefined ? 'The provider' : `${provider.firstName} ${provider.lastName}`;
  return (
    <div role="status">
      {(at !== undefined || others !== undefined) && (
        <Text fz="sm" c="dimmed">
          {at !== undefined && `${formatWeekday(at)}, ${formatDateTime(at)}. `}
          {others !== undefined &&
            (others.length === 0
              ? `${name} has no other appointments that day.`
              : `${name} that day: ${others.map((one) => formatTimeIn(one.appointmentTime, one.timeZone)).join(', ')}`)}
        </Text>
      )}
      {clash !== undefined && (
        <Callout tone="warning">
          {name} already has an appointment at {formatTimeIn(clash.appointmentTime, clash.timeZone)}.
        </Callout>
      )}
      {isLate && <Callout tone="warning">This is after the due time of the referral, {formatDateTime(dueAt)}.</Callout>}
    </div>
  );
}
