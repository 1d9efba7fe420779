import { Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { affiliationKind, providerTagKind } from './clientKinds.tsx';
import { LookupList } from './LookupList.tsx';

const page = getRouteApi('/Lookups');

/** The tags or affiliations of one of the administrator's clients. */
export function ClientLists({ tab }: { tab: 'providerTags' | 'affiliations' }): ReactNode {
  const { clients } = useSession().user;
  const { clientId } = page.useSearch();
  const chosen = clients.find((one) => one.clientId === clientId) ?? clients[0];
  if (chosen === undefined)
    return <EmptyState icon={<IconListDetails size={24} />} title="You do not belong to a client" />;
  const select = clients.length > 1 && <ClientSelect clientId={chosen.clientId} />;
  return tab === 'providerTags' ? (
    <LookupList key={chosen.clientId} kind={providerTagKind(chosen.clientId)}>
      {select}
    </LookupList>
  ) : (
    <LookupList key={chosen.clientId} kind={affiliationKind(chosen.clientId)}>
      {select}
    </LookupList>
  );
}

function ClientSelect({ clientId }: { clientId: number }): ReactNode {
  const { clients } = useSession().user;
  const navigate = page.useNavigate();
  return (
    <Select
      aria-label="Client"
      size="xs"
      w="14rem"
      allowDeselect={false}
      searchable={clients.length > 8}
      data={clients.map((one) => ({ value: String(one.clientId), label: one.displayName }))}
      value={String(clientId)}
      onChange={(value) =>
        void navigate({
          search: (search) => ({ ...search, clientId: Number(value), entryId: undefined }),
          replace: true,
        })
      }
    />
  );
}
