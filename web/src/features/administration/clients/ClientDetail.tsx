import {
  listManagedFacilities,
  listMarkets,
  type ManagedClient,
  type ManagedFacility,
  type ManagedMarket,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { listUnassignedReplies } from '@careloop/contracts/sharing/unassignedReplies';
import { clientSettingNames } from '@careloop/contracts/administration/clientSettings';
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { useClientLogo } from '../../../components/useClientLogo.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { allQueries, QueryState } from '../../../ui/QueryState.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { UnassignedReplies } from '../../sharing/shared/UnassignedReplies.tsx';
import { ClientDialog } from './ClientDialog.tsx';
import { choices, featureLabels, settingLabels } from './ClientSettingsFields.tsx';
import classes from './Clients.module.css';
import { FacilityDialog } from './FacilityDialog.tsx';
import { LogoDialog } from './LogoDialog.tsx';
import { MarketDialog } from './NameDialog.tsx';

interface ClientDetailProps {
  client: ManagedClient;
  organizations: readonly ManagedOrganization[];
}

/** The open dialogs; `'new'` adds one. */
interface Opened {
  client?: true;
  logo?: true;
  market?: ManagedMarket | 'new';
  facility?: ManagedFacility | 'new';
}

const existing = <Item,>(item: Item | 'new'): Item | undefined => (item === 'new' ? undefined : item);

/** A client with its settings, markets and facilities. */
export function ClientDetail({ client, organizations }: ClientDetailProps): ReactNode {
  const { clientId } = client;
  const [opened, setOpened] = useState<Opened>({});
  const markets = useQuery(queryOf(listMarkets, { clientId }));
  const facilities = useQuery(queryOf(listManagedFacilities, { clientId }));
  const logo = useClientLogo(clientId);
  // Everything appears together: the replies are above the markets, and would move them down.
  const replies = useQuery(queryOf(listUnassignedReplies, { clientId }));
  const places = allQueries([markets, facilities]);
  const isAwaited = places.error === null && (places.data === undefined || replies.isPending);
  const close = () => setOpened({});
  const known = markets.data?.items ?? [];
  return (
    <div className={classes['client']} role="region" aria-label={client.displayName}>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={2} fz="lg">
            {client.displayName}
          </Title>
          {logo.picture !== undefined && (
            <Picture blob={logo.picture} alt={`Logo of ${client.displayName}`} className={classes['logo']} />
          )}
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpened({ market: 'new' })}>
            Add market
          </Button>
          <Button variant="default" onClick={() => setOpened({ facility: 'new' })}>
            Add facility
          </Button>
          <Button variant="default" disabled={logo.isPending} onClick={() => setOpened({ logo: true })}>
            {logo.logo?.isSet === true ? 'Change logo' : 'Add logo'}
          </Button>
          <Button onClick={() => setOpened({ client: true })}>Edit client</Button>
        </Group>
      </Group>
      <ClientFacts client={client} />
      {isAwaited ? (
        <ListSkeleton />
      ) : (
        <>
          <UnassignedReplies clientId={clientId} />
          <QueryState query={places}>
            {([, { items }]) => (
              <Places
                markets={known}
                facilities={items}
                onMarket={(one) => setOpened({ market: one })}
                onFacility={(one) => setOpened({ facility: one })}
              />
            )}
          </QueryState>
        </>
      )}
      {opened.client && <ClientDialog client={client} organizations={organizations} onClose={close} />}
      {opened.logo && <LogoDialog client={client} onClose={close} />}
      {opened.market && <MarketDialog clientId={clientId} market={existing(opened.market)} onClose={close} />}
      {opened.facility && (
        <FacilityDialog clientId={clientId} markets={known} facility={existing(opened.facility)} onClose={close} />
      )}
    </div>
  );
}

function ClientFacts({ client }: { client: ManagedClient }): ReactNode {
  const { settings, features, organizationName } = client;
  const set = clientSettingNames.flatMap((name) => {
    const value = settings[name];
    if (value === undefined) return [];
    const chosen = choices[name]?.find((one) => one.value === value)?.label;
    return [{ label: settingLabels[name], value: chosen ?? value }];
  });
  return (
    <Facts
      facts={[
        { label: 'Client organization', value: organizationName },
        { label: 'Features', value: features.map((one) => featureLabels[one]).join(', ') || 'None' },
        ...set,
      ]}
    />
  );
}

interface PlacesProps {
  markets: readonly ManagedMarket[];
  facilities: readonly ManagedFacility[];
  onMarket: (market: ManagedMarket) => void;
  onFacility: (facility: ManagedFacility) => void;
}

function Places({ markets, facilities, onMarket, onFacility }: PlacesProps): ReactNode {
  const ofMarket = (marketId: number | null) => facilities.filter((one) => one.marketId === marketId);
  const loose = ofMarket(null);
  return (
    <>
      {markets.map((market) => (
        <Section
          key={market.marketId}
          title={market.name}
          count={ofMarket(market.marketId).length}
          action={
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Rename ${market.name}`}
              onClick={() => onMarket(market)}
            >
              Rename
            </Button>
          }
        >
          <Rows facilities={ofMarket(market.marketId)} onFacility={onFacility} />
        </Section>
      ))}
      <Section title={markets.length === 0 ? 'Facilities' : 'Facilities without a market'} count={loose.length}>
        <Rows facilities={loose} onFacility={onFacility} />
      </Section>
    </>
  );
}

function Rows({ facilities, onFacility }: Pick<PlacesProps, 'facilities' | 'onFacility'>): ReactNode {
  if (facilities.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        None
      </Text>
    );
  return (
    <ul className={classes['rows']}>
      {facilities.map((one) => (
        <li key={one.facilityId}>
          <Anchor component="button" type="button" onClick={() => onFacility(one)}>
            {one.name}
          </Anchor>
          <Text span fz="sm" c="dimmed">
            {[one.address1, one.city, one.state].filter(Boolean).join(', ')}
          </Text>
        </li>
      ))}
    </ul>
  );
}
