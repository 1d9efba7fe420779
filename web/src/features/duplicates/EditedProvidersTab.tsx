import { getProvider } from '@careloop/contracts/directory/providers';
import {
  decideProviderDifference,
  listProviderDifferences,
  type ConflictingProvider,
  type ProviderDifference,
} from '@careloop/contracts/duplicates/conflicts';
import { Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagingOf } from '../../api/pages.ts';
import { pagesOf, useCall } from '../../api/query.ts';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ProviderName } from '../directory/shared/ProviderName.tsx';
import { DecidedFilter } from './DecidedFilter.tsx';
import { DifferenceActions } from './DifferenceActions.tsx';
import { decidedText, differenceRows, labelOf } from './differenceWords.ts';
import { NotListed } from './NotListed.tsx';
import { SideBySide } from './SideBySide.tsx';

const page = getRouteApi('/Duplicates/EditedProviders');
const keyOf = (difference: ProviderDifference) => difference.providerDifferenceId;
const nameOf = ({ firstName, lastName, degree }: ConflictingProvider) =>
  [`${lastName}, ${firstName}`, degree].filter(Boolean).join(', ');

function renderRow({ provider, field }: ProviderDifference): ReactNode {
  return (
    <>
      <Text component="div" fw={600}>
        {nameOf(provider)}
      </Text>
      <Text component="div" fz="xs" c="dimmed">
        {labelOf(field)}
      </Text>
    </>
  );
}

/** Provider values that were edited here and that an import would have changed. */
export function EditedProvidersTab(): ReactNode {
  const { status = 'open', providerDifferenceId } = page.useSearch();
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems(status);
  const query = useInfiniteQuery({
    ...pagesOf(listProviderDifferences, { status }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListDetailBoard
      label="Edited provider values"
      heading="h2"
      list={[status, query.isPlaceholderData]}
      items={query.data?.pages.flatMap((one) => one.items) ?? []}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={providerDifferenceId}
      finished={finished}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, providerDifferenceId: key === null ? undefined : Number(key) }),
          replace: isStep,
        })
      }
      detail={(key, difference) =>
        difference && <Detail key={key} difference={difference} onDecided={() => finish(key)} />
      }
      missing={<NotListed />}
      filters={
        <DecidedFilter
          status={status}
          onShow={(next) => void navigate({ search: { status: next === 'open' ? undefined : next }, replace: true })}
        />
      }
      empty={
        <EmptyState
          icon={<IconChecks size={24} />}
          title={status === 'open' ? 'Nothing to review' : 'Nothing decided yet'}
          text="Values of providers that were edited here and differ from a later import are listed here."
        />
      }
      {...pagingOf(query)}
    />
  );
}

interface DetailProps {
  difference: ProviderDifference;
  onDecided: () => void;
}

function Detail({ difference, onDecided }: DetailProps): ReactNode {
  const { providerDifferenceId, version, provider, field } = difference;
  const { healthcareProviderId, npiNumber, specialty } = provider;
  const decide = useCall(decideProviderDifference, {
    invalidates: [listProviderDifferences, getProvider],
    onSuccess: (_output, { decision }) => {
      toast.success(decidedText[decision]);
      onDecided();
    },
  });
  return (
    <DecisionDetail
      heading="h3"
      title={<ProviderName healthcareProviderId={healthcareProviderId}>{nameOf(provider)}</ProviderName>}
      meta={[npiNumber && `NPI ${npiNumber}`, specialty, labelOf(field)].filter(Boolean).join(' · ')}
      actions={
        <DifferenceActions
          difference={difference}
          name={nameOf(provider)}
          deciding={decide.isPending ? decide.variables.decision : undefined}
          onDecide={(decision) => decide.mutate({ providerDifferenceId, version, decision })}
        />
      }
    >
      <SideBySide
        label="Comparison of the values"
        heads={['Here', 'In the import']}
        rows={differenceRows(difference)}
      />
    </DecisionDetail>
  );
}
