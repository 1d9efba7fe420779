import {
  decideProviderDifference,
  listProviderDifferences,
  type ProviderDifference,
} from '@careloop/contracts/duplicates/conflicts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, useCall } from '../../api/query.ts';
import { ProviderName } from '../directory/shared/ProviderName.tsx';
import { DecisionBoard } from './DecisionBoard.tsx';
import { afterDecision, DifferenceDetail, DifferenceRow } from './Difference.tsx';
import { labelOf, providerNameOf } from './differenceWords.ts';

const page = getRouteApi('/Duplicates/EditedProviders');
const keyOf = (difference: ProviderDifference) => difference.providerDifferenceId;

const renderRow = ({ provider, field }: ProviderDifference) => (
  <DifferenceRow name={providerNameOf(provider)} field={field} />
);

/** Provider values that were edited here and that an import would have changed. */
export function EditedProvidersTab(): ReactNode {
  const { status = 'open', providerDifferenceId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery({
    ...pagesOf(listProviderDifferences, { status }),
    placeholderData: keepPreviousData,
  });
  return (
    <DecisionBoard
      label="Edited provider values"
      about="Values of providers that were edited here and differ from a later import are listed here."
      query={query}
      status={status}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={providerDifferenceId}
      onSelect={(key, isStep) =>
        void navigate({ search: (old) => ({ ...old, providerDifferenceId: key }), replace: isStep })
      }
      onShow={(next) => void navigate({ search: { status: next === 'open' ? undefined : next }, replace: true })}
      detail={(difference, onDecided) => <Detail difference={difference} onDecided={onDecided} />}
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
    onSuccess: afterDecision(onDecided),
  });
  return (
    <DifferenceDetail
      difference={difference}
      name={providerNameOf(provider)}
      title={<ProviderName healthcareProviderId={healthcareProviderId}>{providerNameOf(provider)}</ProviderName>}
      meta={[npiNumber && `NPI ${npiNumber}`, specialty, labelOf(field)].filter(Boolean).join(' · ')}
      deciding={decide.isPending ? decide.variables.decision : undefined}
      onDecide={(decision) => decide.mutate({ providerDifferenceId, version, decision })}
    />
  );
}
