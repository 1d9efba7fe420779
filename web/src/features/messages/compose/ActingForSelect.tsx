import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { personName } from '../shared/people.ts';
import { useSession } from '../../../session/useSession.ts';
import { useActFor, useActingFor } from '../../../shell/actingFor.ts';

const oneself = 'self';

/** For users who can act for others: selects whose conversations are shown and answered. */
export function ActingForSelect(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const acting = useActingFor();
  const actFor = useActFor();
  if (usersToImpersonate.length === 0) return null;
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
      onChange={(value) => actFor(value === oneself ? undefined : Number(value))}
    />
  );
}
