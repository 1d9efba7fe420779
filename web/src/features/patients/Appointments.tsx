import { appointmentStatusLabels } from '@careloop/contracts/codes';
import { listAppointments, type Appointment } from '@careloop/contracts/patients';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';

const columns: readonly Column<Appointment>[] = [
  {
    title: 'Time',
    isShort: true,
    sortBy: ({ appointmentTime }) => appointmentTime,
    render: ({ appointmentTime }) => <DateTimeText at={appointmentTime} />,
  },
  { title: 'Description', render: ({ description }) => description },
  { title: 'Provider', render: ({ providerName }) => providerName },
  { title: 'Where', render: ({ addressLabel }) => addressLabel },
  { title: 'Status', isShort: true, render: ({ status }) => appointmentStatusLabels[status] },
  {
    title: 'From referral',
    isShort: true,
    render: ({ referralId }) =>
      referralId !== null && (
        <Link from="/Patient/$patientId" search={{ section: 'referrals', referralId }}>
          Open referral
        </Link>
      ),
  },
];

/** A patient's appointments, newest first. */
export function Appointments({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listAppointments, { patientId }));
  return (
    <QueryTable
      label="Appointments"
      columns={columns}
      query={query}
      items={({ items }) => items}
      sorted={{ title: 'Time', direction: 'descending' }}
      rowKey={(appointment) => appointment.patientAppointmentId}
      emptyTitle="No appointments on file"
      emptyIcon={<IconCalendarEvent size={24} />}
    />
  );
}
