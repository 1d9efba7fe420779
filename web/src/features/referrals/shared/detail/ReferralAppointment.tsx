import type { Referral } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Facts } from '../../../../ui/Facts.tsx';
import { addressText } from '../../../directory/shared/address.ts';
import { Section } from '../../../../components/Section.tsx';

/** The visit that was booked. */
export function ReferralAppointment({ referral: { appointment, status } }: { referral: Referral }): ReactNode {
  if (appointment === null) {
    if (status !== 'accepted') return null;
    return (
      <Section title="Appointment">
        <Text c="dimmed">Accepted, no appointment logged yet.</Text>
      </Section>
    );
  }
  return (
    <Section title="Appointment">
      <Facts
        columns={2}
        facts={[
          { label: 'Time', value: <DateTimeText at={appointment.appointmentTime} /> },
          { label: 'Provider', value: appointment.providerName },
          { label: 'Address', value: addressText(appointment.address) },
          { label: 'Description', value: appointment.description, unknown: 'None given' },
        ]}
      />
    </Section>
  );
}
