import { patientName } from '@careloop/contracts/patients/identity';
import {
  decideDifference,
  listPatientDifferences,
  type PatientDifference,
} from '@careloop/contracts/duplicates/conflicts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, useCall } from '../../api/query.ts';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { DecisionBoard } from './DecisionBoard.tsx';
import { afterDecision, DifferenceDetail, DifferenceRow } from './Difference.tsx';
import { labelOf } from './differenceWords.ts';

const page = getRouteApi('/Duplicates/EditedValues');
const keyOf = (difference: PatientDifference) => difference.patientDifferenceId;

const renderRow = ({ patient, field }: PatientDifference) => (
  <DifferenceRow name={patientName(patient)} field={field} />
);

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
    onSuccess: afterDecision(onDecided),
  });
  return (
    <DifferenceDetail
      difference={difference}
      name={patientName(patient)}
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
      deciding={decide.isPending ? decide.variables.decision : undefined}
      onDecide={(decision) => decide.mutate({ patientDifferenceId, version, decision })}
    />
  );
}
