import { Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { personName } from '../shared/people.ts';
import { useSession } from '../../../session/useSession.ts';
import { useUnreadByPerson } from '../unread/unreadByPerson.ts';
import { useActFor, useActingFor } from '../../../shell/actingFor.ts';

const oneself = 'self';

/** For users who can act for others: selects whose conversations are shown and answered. */
export function ActingForSelect(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const acting = useActingFor();
  const actFor = useActFor();
  const unread = useUnreadByPerson();
  if (usersToImpersonate.length === 0) return null;
  const countOf = (value: string) => unread.find(({ userId }) => String(userId ?? oneself) === value)?.count ?? 0;
  return (
    <Select
      label="Acting on behalf of"
      allowDeselect={false}
      searchable={usersToImpersonate.length > 8}
      data={[
        { value: oneself, label: 'Myself' },
        ...usersToImpersonate.map((person) => ({ value: String(person.proxiedUserId), label: personName(person) })),
      ]}
      value={String(acting?.proxiedUserId ?? oneself)}
      renderOption={({ option }) => <Person name={option.label} count={countOf(option.value)} />}
      onChange={(value) => actFor(value === oneself ? undefined : Number(value))}
    />
  );
}

/** On a phone, nothing else says who has unread messages. */
function Person({ name, count }: { name: string; count: number }): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" w="100%">
      <span>{name}</span>
      {count > 0 && (
        <Text fz="xs" c="dimmed">
          {count} unread
        </Text>
      )}
    </Group>
  );
}
