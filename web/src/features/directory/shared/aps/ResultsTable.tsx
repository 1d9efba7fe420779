import { addressText } from '@careloop/contracts/directory/addressText';
import { enrollmentStatus, enrollmentStatusLabels } from '@careloop/contracts/codes/providers';
import {
  apsPageSize,
  apsTexts,
  groupedPageSize,
  outOfNetworkMiles,
  sortColumns,
  type Affiliation,
  type ApsProvider,
  type SortColumn,
} from '@careloop/contracts/directory/search';
import { Anchor, Badge, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../../../components/DataTable.tsx';
import { officePhoneText } from '../address.ts';
import { outsidePortal } from '../choices/choiceWords.ts';
import { Distance } from '../Distance.tsx';
import { foundText } from '../providerQueries.ts';
import classes from './AdvancedSearch.module.css';
import type { ApsRow } from './apsQueries.ts';
import type { Sort } from './criteria.ts';
import { RowActions, type ProviderRequest } from './RowActions.tsx';

export interface ResultsTableProps {
  rows: readonly ApsRow[];
  isGrouped: boolean;
  affiliations: readonly Affiliation[];
  patientId: number | undefined;
  sort: Sort;
  onSort: (column: SortColumn) => void;
  onChoose: ((provider: ApsProvider) => Promise<void>) | undefined;
  requests: readonly ProviderRequest[] | undefined;
  hasMore: boolean;
  hasMoreFailed: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
}

/** The found providers, one row per address. */
export function ResultsTable(props: ResultsTableProps): ReactNode {
  const { rows, isGrouped, sort, onSort, hasMore } = props;
  return (
    <>
      <DataTable
        label="Providers"
        columns={columnsOf(props)}
        items={rows}
        rowKey={({ provider }) => `${provider.personId}-${provider.healthcareProviderAddressInfoId ?? 'none'}`}
        order={{
          key: sort.sortBy,
          isDescending: sort.sortDirection === 'DESC',
          onOrder: (key) => {
            const column = sortColumns.find((name) => name === key);
            if (column !== undefined) onSort(column);
          },
        }}
        hasMore={hasMore}
        hasMoreFailed={props.hasMoreFailed}
        isLoadingMore={props.isLoadingMore}
        onLoadMore={props.onLoadMore}
      />
      <Text role="status" fz="xs" c="dimmed" mt={4}>
        {foundText(rows.length, isGrouped ? groupedPageSize : apsPageSize, hasMore)}
      </Text>
    </>
  );
}

function columnsOf(props: ResultsTableProps): readonly Column<ApsRow>[] {
  const { isGrouped, affiliations, patientId, onChoose, requests } = props;
  const practice: Column<ApsRow> = {
    title: 'Practice',
    orderKey: 'OrganizationName',
    render: (row) => <Practice row={row} isGrouped={isGrouped} />,
  };
  const provider: Column<ApsRow> = {
    title: 'Provider',
    orderKey: 'FullName',
    render: (row) => <ProviderName provider={row.provider} onChoose={onChoose} />,
  };
  return [
    ...(isGrouped ? [practice, provider] : [provider, practice]),
    {
      title: 'Specialty',
      orderKey: 'Specialty',
      isSecondary: true,
      isShort: true,
      render: ({ provider: { specialty } }) =>
        specialty !== null && <span className={classes['wrapped']}>{specialty}</span>,
    },
    {
      title: 'Affiliation',
      orderKey: 'PrimaryAffiliation',
      isShort: true,
      render: (row) => <Tier provider={row.provider} affiliations={affiliations} />,
    },
    {
      title: 'Enrollment',
      orderKey: 'EnrollmentStatus',
      isSecondary: true,
      isShort: true,
      render: (row) => <span className={classes['wrapped']}>{enrollmentOf(row.provider)}</span>,
    },
    {
      title: 'Distance',
      orderKey: 'Distance',
      isNumeric: true,
      render: (row) => <Miles provider={row.provider} />,
    },
    {
      title: 'Actions',
      isShort: true,
      render: (row) => <RowActions provider={row.provider} patientId={patientId} requests={requests} />,
    },
  ];
}

function ProviderName({ provider, onChoose }: { provider: ApsProvider } & Pick<ResultsTableProps, 'onChoose'>) {
  const name = [provider.fullName, provider.degree].filter(Boolean).join(', ');
  return (
    <Stack gap={2} className={classes['name']}>
      {onChoose === undefined ? (
        <Text span fw={600}>
          {name}
        </Text>
      ) : (
        <Anchor component="button" type="button" ta="left" fw={600} onClick={() => void onChoose(provider)}>
          {name}
        </Anchor>
      )}
      <Text span fz="xs" className={classes['narrow']}>
        {provider.specialty}
      </Text>
      <Text span fz="xs" c="dimmed">
        {[
          provider.gender === null ? null : provider.gender === 'F' ? 'Female' : 'Male',
          provider.acceptsNewPatients === null ? null : provider.acceptsNewPatients ? 'Accepting' : 'Not accepting',
          ...provider.languages.filter((language) => language !== 'English'),
          provider.userId === null ? outsidePortal : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {provider.healthcareProviderTags.length > 0 && (
        <Text span fz="xs">
          {provider.healthcareProviderTags.map(({ name: tag }) => tag).join(' · ')}
        </Text>
      )}
      {provider.isOnCall && (
        <Badge size="xs" tt="none" color="green" leftSection={<IconPhoneCall size={10} aria-hidden />}>
          On call
        </Badge>
      )}
    </Stack>
  );
}

function Practice({ row: { provider, group }, isGrouped }: { row: ApsRow; isGrouped: boolean }): ReactNode {
  const { organizationName, addressLabel, addressOfficePhone, officePhone } = provider;
  const phone = officePhoneText({ address: { officePhone: addressOfficePhone }, officePhone });
  const place = addressText(provider);
  // In imported directories an address often has the name of its practice.
  const label = addressLabel === organizationName ? null : addressLabel;
  return (
    <Stack gap={2} className={classes['place']}>
      {isGrouped && group === null ? (
        <VisuallyHidden>{organizationName ?? 'No practice on file'}</VisuallyHidden>
      ) : (
        <Text span fw={isGrouped ? 600 : undefined}>
          {group ?? organizationName}
        </Text>
      )}
      <Text span fz="xs" c="dimmed" className={classes['address']}>
        {[label, place].filter(Boolean).join(': ')} <span>{phone}</span>
      </Text>
    </Stack>
  );
}

/** The tier with its warning, if any, and the enrollment if it has no column. An archived tier is not among those offered. */
function Tier({ provider, affiliations }: { provider: ApsProvider; affiliations: readonly Affiliation[] }): ReactNode {
  const { primaryAffiliation, primaryAffiliationName, isPreferred } = provider;
  const warning = affiliations.find(({ value }) => value === primaryAffiliation)?.warningMessage ?? null;
  return (
    <Stack gap={2} align="flex-start" className={classes['short']}>
      {primaryAffiliationName !== null && (
        <Badge
          size="sm"
          tt="none"
          variant="light"
          color={isPreferred ? 'green' : 'gray'}
          className={classes['tag'] ?? ''}
        >
          {primaryAffiliationName}
        </Badge>
      )}
      {warning !== null && (
        <Text span fz="xs" c="dimmed" className={classes['wrapped']}>
          {warning}
        </Text>
      )}
      <Text span fz="xs" className={classes['narrow']}>
        {enrollmentOf(provider)}
      </Text>
    </Stack>
  );
}

function enrollmentOf({ enrollmentStatus: code }: ApsProvider): string | null {
  const name = code === null ? undefined : enrollmentStatus.nameOf(code);
  return name === undefined ? null : enrollmentStatusLabels[name];
}

function Miles({ provider: { distance, addressId } }: { provider: ApsProvider }): ReactNode {
  return (
    <Stack gap={0} align="flex-end" className={classes['short']}>
      <Distance miles={distance} hasAddress={addressId !== null} />
      {distance !== null && distance > outOfNetworkMiles && (
        <Tooltip label={apsTexts.outOfNetwork} events={{ hover: true, focus: true, touch: true }}>
          <Text span fz="xs" c="orange" tabIndex={0}>
            Out of network
          </Text>
        </Tooltip>
      )}
    </Stack>
  );
}
