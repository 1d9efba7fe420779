import { listTaskTags, type TaskTag } from '@careloop/contracts/tasks/tags';
import { Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** The tags of a task, as badges. */
export function TaskTags({ tags }: { tags: readonly TaskTag[] }): ReactNode {
  return (
    <Group gap={4}>
      {tags.map(({ taskTagId, tagName }) => (
        <StatusBadge key={taskTagId} tone="neutral" label={tagName} icon={<IconTag size={14} aria-hidden />} />
      ))}
    </Group>
  );
}

interface TaskTagFilterProps {
  /** The patient whose tasks are listed; by default tags of all clients of the user are offered. */
  subject?: { patientId: number; workQueueEncounterId?: number };
  value: number | undefined;
  onChange: (taskTagId: number | undefined) => void;
}

/** Filters a list of tasks by a tag. Nothing is shown if there are no tags. */
export function TaskTagFilter({ subject, value, onChange }: TaskTagFilterProps): ReactNode {
  const { clients } = useSession().user;
  const tags = useQuery(queryOf(listTaskTags, subject ?? {})).data?.items;
  if (value === undefined && (tags === undefined || tags.length === 0)) return null;
  const groups = [...Map.groupBy(tags ?? [], ({ clientId }) => clientId)].map(([clientId, ofClient]) => ({
    group: clients.find((one) => one.clientId === clientId)?.displayName ?? 'Other client',
    items: ofClient.map(({ taskTagId, tagName }) => ({ value: String(taskTagId), label: tagName })),
  }));
  return (
    <FilterSelect
      label="Tag"
      data={tags && (groups.length > 1 ? groups : (groups[0]?.items ?? []))}
      value={value}
      onChange={(next) => onChange(next === undefined ? undefined : Number(next))}
    />
  );
}
