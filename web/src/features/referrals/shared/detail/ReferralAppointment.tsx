import { appointmentStatusLabels, currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { Referral, ReferralAppointment as Appointment } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Facts } from '../../../../ui/Facts.tsx';
import { addressText } from '../../../directory/shared/address.ts';
import { Section } from '../../../../components/Section.tsx';
import { isAfterDue } from '../afterDue.ts';
import classes from './ReferralDetail.module.css';

const isCurrent = ({ status }: Appointment) => currentAppointmentStatuses.some((current) => current === status);

/** A moved, missed or canceled appointment, in one line. */
function Past({ appointment }: { appointment: Appointment }): ReactNode {
  return (
    <li>
      <DateTimeText at={appointment.appointmentTime} /> · {appointmentStatusLabels[appointment.status]}
      {appointment.providerName !== null && ` · ${appointment.providerName}`}
    </li>
  );
}

function VisitTime({ at, dueAt }: { at: string; dueAt: string }): ReactNode {
  return (
    <>
      <DateTimeText at={at} />
      {isAfterDue(at, dueAt) && (
        <>
          , after the due time (<DateTimeText at={dueAt} />)
        </>
      )}
    </>
  );
}

/** The current appointment, and earlier ones that did not take place. */
export function ReferralAppointment({ referral }: { referral: Referral }): ReactNode {
  const { appointment, earlierAppointments, status, dueAt } = referral;
  if (appointment === null) {
    if (status !== 'accepted') return null;
    return (
      <Section title="Appointment">
        <Text c="dimmed">Accepted, no appointment logged yet.</Text>
      </Section>
    );
  }
  const isShownInFull = isCurrent(appointment) || appointment.status === 'completed';
  const past = isShownInFull ? earlierAppointments : [appointment, ...earlierAppointments];
  return (
    <Section title="Appointment">
      {isShownInFull ? (
        <Facts
          columns={2}
          facts={[
            { label: 'Time', value: <VisitTime at={appointment.appointmentTime} dueAt={dueAt} /> },
            { label: 'Status', value: appointmentStatusLabels[appointment.status] },
            { label: 'Provider', value: appointment.providerName },
            { label: 'Address', value: addressText(appointment.address) },
            { label: 'Description', value: appointment.description },
          ]}
        />
      ) : (
        status === 'accepted' && <Text c="dimmed">No new appointment logged yet.</Text>
      )}
      {past.length > 0 && (
        <ul className={classes.past} aria-label="Earlier appointments">
          {past.map((one) => (
            <Past key={one.patientAppointmentId} appointment={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}
