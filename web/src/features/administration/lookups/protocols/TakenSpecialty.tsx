import {
  listManagedProtocols,
  managedProtocolTexts,
  type ManagedProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../../api/call.ts';
import type { ProtocolFormValues } from './protocolForm.ts';

/** The client's protocol of a specialty, archived or not. */
async function protocolOf(clientId: number, specialtyId: number, signal: AbortSignal): Promise<ManagedProtocol | null> {
  for (let page = 1; ; page += 1) {
    const { items, hasMore } = await call(listManagedProtocols, { clientId, page }, { signal });
    const found = items.find((one) => one.healthcareProviderSpecialtyId === specialtyId);
    if (found !== undefined || !hasMore) return found ?? null;
  }
}

/** If the specialty has a protocol already: the way to it, beside the form, in which nothing is lost. */
export function TakenSpecialty({ clientId }: { clientId: number }): ReactNode {
  const form = useFormContext<ProtocolFormValues>();
  const isTaken = form.formState.errors.specialty?.message === managedProtocolTexts.specialtyTaken;
  const specialtyId = form.watch('specialty')?.healthcareProviderSpecialtyId ?? 0;
  const { data } = useQuery({
    queryKey: [listManagedProtocols.path, { clientId, specialtyId }, 'taken'],
    queryFn: ({ signal }) => protocolOf(clientId, specialtyId, signal),
    enabled: isTaken,
  });
  if (!isTaken || data == null) return null;
  return (
    <Text fz="sm">
      <Link to="/Lookups" search={{ tab: 'referralProtocols', clientId, entryId: data.id }} target="_blank">
        Open “{data.name}” in a new tab
      </Link>
      {data.isArchived && ' (archived)'}
    </Text>
  );
}
