import { formatPhone } from '@careloop/contracts/fields';
import {
  keepProvidersApart,
  listProviderConflicts,
  reopenProviderConflict,
  type ConflictingProvider,
  type ProviderConflict,
} from '@careloop/contracts/duplicates/conflicts';
import { Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowsSplit2 } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { ComparedRow } from './comparison.ts';
import { DecisionBoard } from './DecisionBoard.tsx';
import { providerNameOf } from './differenceWords.ts';
import { SideBySide } from './SideBySide.tsx';

const page = getRouteApi('/Duplicates/Providers');
const keyOf = (conflict: ProviderConflict) => conflict.providerDuplicateId;

function renderRow({ providers, npiNumber }: ProviderConflict): ReactNode {
  return (
    <>
      {providers.map((provider) => (
        <Text key={provider.healthcareProviderId} component="div" fw={600}>
          {providerNameOf(provider)}
        </Text>
      ))}
      <Text component="div" fz="xs" c="dimmed">
        {npiNumber === null ? 'Same record id' : `NPI ${npiNumber}`}
      </Text>
    </>
  );
}

/** Different providers with the same NPI or record id. */
export function ProviderConflictsTab(): ReactNode {
  const { status = 'open', providerDuplicateId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery({ ...pagesOf(listProviderConflicts, { status }), placeholderData: keepPreviousData });
  return (
    <DecisionBoard
      label="Providers"
      about="Imports list providers here whose name or NPI differs from the one known by their NPI or record id."
      query={query}
      status={status}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={providerDuplicateId}
      onSelect={(key, isStep) =>
        void navigate({ search: (old) => ({ ...old, providerDuplicateId: key }), replace: isStep })
      }
      onShow={(next) => void navigate({ search: { status: next === 'open' ? undefined : next }, replace: true })}
      detail={(conflict, onDecided) => <Detail conflict={conflict} onDecided={onDecided} />}
    />
  );
}

const facts: readonly (readonly [string, (provider: ConflictingProvider) => string | null])[] = [
  ['Name', providerNameOf],
  ['NPI', ({ npiNumber }) => npiNumber],
  ['Specialty', ({ specialty }) => specialty],
  ['Organization', ({ organizationName }) => organizationName],
  ['Phone', ({ officePhone }) => formatPhone(officePhone)],
  ['Fax', ({ fax }) => formatPhone(fax)],
  ['Email', ({ email }) => email],
];

function compare(providers: readonly ConflictingProvider[]): ComparedRow[] {
  return facts.map(([label, read]) => {
    const values = providers.map((provider) => read(provider) ?? '');
    return { label, values, isDifferent: new Set(values.filter(Boolean)).size > 1 };
  });
}

interface DetailProps {
  conflict: ProviderConflict;
  onDecided: () => void;
}

function Detail({ conflict, onDecided }: DetailProps): ReactNode {
  const { providerDuplicateId, version, npiNumber, status, can } = conflict;
  const options = (done: string) => ({
    onSuccess: () => {
      toast.success(done);
      onDecided();
    },
  });
  const keep = useCall(keepProvidersApart, options('The providers are kept apart.'));
  const reopen = useCall(reopenProviderConflict, options('The providers are open for review again.'));
  return (
    <DecisionDetail
      heading="h3"
      title={
        status !== 'open'
          ? 'Two different providers'
          : npiNumber === null
            ? 'One record id, two providers'
            : 'One NPI, two names'
      }
      meta={
        npiNumber === null
          ? 'The sender used one record id for both. Each is kept with its own data.'
          : `NPI ${npiNumber} stays with the provider who was known first. The later record is kept without it.`
      }
      actions={
        status === 'open' ? (
          <ActionButton
            allowance={can.keepApart}
            loading={keep.isPending}
            leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
            onClick={() => keep.mutate({ providerDuplicateId, version })}
          >
            Keep apart
          </ActionButton>
        ) : (
          <ActionButton
            variant="default"
            allowance={can.reopen}
            loading={reopen.isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => reopen.mutate({ providerDuplicateId, version })}
          >
            Review again
          </ActionButton>
        )
      }
    >
      <SideBySide
        label="Comparison of the two providers"
        heads={['Known by the NPI', 'From the later import']}
        rows={compare(conflict.providers)}
      />
    </DecisionDetail>
  );
}
