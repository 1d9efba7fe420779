import {
  decideDifference,
  listPatientDifferences,
  type PatientDifference,
} from '@careloop/contracts/duplicates/conflicts';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagingOf } from '../../api/pages.ts';
import { pagesOf, useCall } from '../../api/query.ts';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { DecidedFilter } from './DecidedFilter.tsx';
import { DifferenceActions } from './DifferenceActions.tsx';
import { decidedText, differenceRows, labelOf } from './differenceWords.ts';
import { NotListed } from './NotListed.tsx';
import { SideBySide } from './SideBySide.tsx';

const page = getRouteApi('/Duplicates/EditedValues');
const keyOf = (difference: PatientDifference) => difference.patientDifferenceId;

function renderRow({ patient, field }: PatientDifference): ReactNode {
  return (
    <>
      <Text component="div" fw={600}>
        {patientName(patient)}
      </Text>
      <Text component="div" fz="xs" c="dimmed">
        {labelOf(field)}
      </Text>
    </>
  );
}

/** Patient values that were edited here and that an import would have changed. */
export function EditedValuesTab(): ReactNode {
  const { status = 'open', patientDifferenceId } = page.useSearch();
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems(status);
  const query = useInfiniteQuery({ ...pagesOf(listPatientDifferences, { status }), placeholderData: keepPreviousData });
  return (
    <ListDetailBoard
      label="Edited values"
      heading="h2"
      list={[status, query.isPlaceholderData]}
      items={query.data?.pages.flatMap((one) => one.items) ?? []}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={patientDifferenceId}
      finished={finished}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, patientDifferenceId: key === null ? undefined : Number(key) }),
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
          text="Values that were edited here and differ from a later import are listed here."
        />
      }
      {...pagingOf(query)}
    />
  );
}

interface DetailProps {
  difference: PatientDifference;
  onDecided: () => void;
}

function Detail({ difference, onDecided }: DetailProps): ReactNode {
  const { patientDifferenceId, version, patient, field } = difference;
  const decide = useCall(decideDifference, {
    invalidates: [listPatientDifferences, getPatientInfo],
    onSuccess: (_output, { decision }) => {
      toast.success(decidedText[decision]);
      onDecided();
    },
  });
  return (
    <DecisionDetail
      heading="h3"
      title={
        <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }}>
          {patientName(patient)}
        </Link>
      }
      meta={
        <>
          {patientFacts(patient)} · {labelOf(field)}
        </>
      }
      actions={
        <DifferenceActions
          difference={difference}
          name={patientName(patient)}
          deciding={decide.isPending ? decide.variables.decision : undefined}
          onDecide={(decision) => decide.mutate({ patientDifferenceId, version, decision })}
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
