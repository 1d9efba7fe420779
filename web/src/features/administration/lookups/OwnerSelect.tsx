import { allOf } from '@careloop/contracts/access';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';

export const allClients = 'All clients';

/** Who can use a new entry of a list that all clients share: the clients to choose from, null for all of them. */
export function useOwners(isOwn: boolean): readonly { clientId: number | null; label: string }[] {
  const { user, can } = useSession();
  return [
    ...(!isOwn && can(allOf('ManageInstallation')) ? [{ clientId: null, label: allClients }] : []),
    ...user.clients.map(({ clientId, displayName }) => ({ clientId, label: displayName })),
  ];
}

interface OwnerSelectProps {
  /** Whether every entry is for one client. */
  isOwn: boolean;
  value: number | null;
  onChange: (clientId: number | null) => void;
}

/** Chooses who can use a new entry. */
export function OwnerSelect({ isOwn, value, onChange }: OwnerSelectProps): ReactNode {
  const owners = useOwners(isOwn);
  return (
    <Select
      label="Used by"
      mt="md"
      allowDeselect={false}
      searchable={owners.length > 8}
      data={owners.map(({ clientId, label }) => ({ value: String(clientId), label }))}
      value={String(value)}
      onChange={(chosen) => onChange(owners.find(({ clientId }) => String(clientId) === chosen)?.clientId ?? null)}
    />
  );
}
