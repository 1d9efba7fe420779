import { WorkQueueStatus } from '@careloop/contracts/codes';
import { SegmentedControl, Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const page = getRouteApi('/WorkQueues');

const statuses = [
  { value: String(WorkQueueStatus.open), label: 'Open' },
  { value: String(WorkQueueStatus.completed), label: 'Completed' },
  { value: String(WorkQueueStatus.all), label: 'All' },
];

/** The first is the default (docs/domain/work-queues.md). */
const orders = [
  { value: 'newest', label: 'Encounter date, newest first', sortBy: undefined, sortDirection: undefined },
  { value: 'oldest', label: 'Encounter date, oldest first', sortBy: 'encounterDate', sortDirection: 'ASC' },
  { value: 'due', label: 'Due soonest first', sortBy: 'dueAt', sortDirection: 'ASC' },
  { value: 'arrived', label: 'Latest arrivals first', sortBy: 'createdAt', sortDirection: 'DESC' },
  { value: 'patient', label: 'Patient name', sortBy: 'patientName', sortDirection: 'ASC' },
] as const;

/** Which items of the queue, and in which order; both stand in the address. */
export function QueueFilters(): ReactNode {
  const { status = WorkQueueStatus.open, sortBy, sortDirection } = page.useSearch();
  const navigate = page.useNavigate();
  const order = orders.find((one) => one.sortBy === sortBy && one.sortDirection === sortDirection) ?? orders[0];
  // Another list: back to its first page, and nothing of it is selected yet.
  const fresh = { page: undefined, workQueueEncounterId: undefined };
  return (
    <>
      <SegmentedControl
        aria-label="Status"
        fullWidth
        data={statuses}
        value={String(status)}
        onChange={(value) => {
          const chosen = Number(value) === WorkQueueStatus.open ? undefined : Number(value);
          void navigate({ search: (old) => ({ ...old, ...fresh, status: chosen }), replace: true });
        }}
      />
      <Select
        aria-label="Order"
        allowDeselect={false}
        data={orders.map(({ value, label }) => ({ value, label }))}
        value={order.value}
        onChange={(value) => {
          const chosen = orders.find((one) => one.value === value) ?? orders[0];
          const { sortBy: by, sortDirection: direction } = chosen;
          void navigate({
            search: (old) => ({ ...old, ...fresh, sortBy: by, sortDirection: direction }),
            replace: true,
          });
        }}
      />
    </>
  );
}
