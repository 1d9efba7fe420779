import {
  decideDifference,
  listPatientDifferences,
  type PatientDifference,
} from '@careloop/contracts/duplicates/conflicts';
import { Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, useCall } from '../../api/query.ts';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { toast } from '../../ui/toasts.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { DecisionBoard } from './DecisionBoard.tsx';
import { DifferenceActions } from './DifferenceActions.tsx';
import { decidedText, differenceRows, labelOf } from './differenceWords.ts';
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
  const query = useInfiniteQuery({ ...pagesOf(listPatientDifferences, { status }), placeholderData: keepPreviousData });
  return (
    <DecisionBoard
      label="Edited values"
      about="Values that were edited here and differ from a later import are listed here."
      query={query}
      status={status}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={patientDifferenceId}
      onSelect={(key, isStep) =>
        void navigate({ search: (old) => ({ ...old, patientDifferenceId: key }), replace: isStep })
      }
      onShow={(next) => void navigate({ search: { status: next === 'open' ? undefined : next }, replace: true })}
      detail={(difference, onDecided) => <Detail difference={difference} onDecided={onDecided} />}
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
