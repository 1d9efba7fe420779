import { insuranceLookupTexts as texts } from '@careloop/contracts/administration/insuranceLookups';
import { Button, Group, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { carrierKind, planKind } from './insuranceKinds.tsx';
import { LookupDialog } from './LookupDialog.tsx';
import { LookupList } from './LookupList.tsx';
import classes from './Lookups.module.css';
import { LookupStateBadge } from './LookupStateBadge.tsx';

const page = getRouteApi('/Lookups');

/** The insurance carriers, or the plans of the open one. */
export function InsuranceLists(): ReactNode {
  const { carrierId } = page.useSearch();
  const navigate = page.useNavigate();
  if (carrierId !== undefined) return <CarrierPlans key={carrierId} carrierId={carrierId} />;
  return (
    <LookupList
      kind={carrierKind}
      open={(_search, id) => ({ tab: 'insurance', carrierId: id })}
      onAdded={(id) => void navigate({ search: { tab: 'insurance', carrierId: id } })}
    />
  );
}

function CarrierPlans({ carrierId }: { carrierId: number }): ReactNode {
  const { isEditingCarrier = false } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery({
    queryKey: [carrierKind.get.path, { id: carrierId }],
    queryFn: ({ signal }) => carrierKind.read(carrierId, signal),
  });
  const { data } = query;
  const edit = (isOpen: boolean) =>
    void navigate({
      search: (search) => ({ ...search, isEditingCarrier: isOpen || undefined }),
      replace: true,
    });
  return (
    <>
      <Group gap="sm" className={classes['carrier']}>
        <Link from="/Lookups" to="/Lookups" search={{ tab: 'insurance' }} className={classes['back'] ?? ''}>
          <IconArrowLeft size={14} aria-hidden />
          {texts.allCarriers}
        </Link>
        <Title order={2} className={classes['name'] ?? ''}>
          {data?.name}
        </Title>
        {data !== undefined && (
          <>
            <LookupStateBadge isArchived={data.isArchived} />
            <Button ml="auto" variant="default" onClick={() => edit(true)}>
              Edit carrier
            </Button>
          </>
        )}
      </Group>
      {data?.isArchived === true && (
        <div className={classes['notice']}>
          <Callout tone="warning">{texts.carrierArchived}</Callout>
        </div>
      )}
      {query.isLoadingError ? <QueryState query={query} /> : <LookupList kind={planKind(carrierId)} />}
      {isEditingCarrier && <LookupDialog kind={carrierKind} id={carrierId} onClose={() => edit(false)} />}
    </>
  );
}
