import { chartKeyOf, documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import {
  getReferralSuggestions,
  suggestionTexts,
  type ReferralSuggestions,
} from '@careloop/contracts/referrals/suggestions';
import type { Diagnosis } from '@careloop/contracts/directory';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { queryOf } from '../../../api/query.ts';
import { setField } from './setField.ts';
import type { WizardFormReturn } from './wizardForm.ts';

/** What is suggested for the referral as it is filled in now. */
export interface Suggested {
  /** Undefined while it is loading, or if it could not be read. */
  data: ReferralSuggestions | undefined;
  /** The patient's conditions, which do not depend on the chosen diagnosis. */
  diagnoses: readonly Diagnosis[];
  diagnosis: Diagnosis | null;
}

/** Values that are filled in for a diagnosis. */
interface Filled {
  referralReason: string;
  urgencyDays: number | null;
  selectedCharts: ChartSelection[];
}

const nothing: Filled = { referralReason: '', urgencyDays: null, selectedCharts: [] };

const keysOf = (charts: readonly ChartSelection[]) => charts.map(chartKeyOf).toSorted().join(' ');

/** The suggested documents as they are selected. */
export const suggestedCharts = ({ records }: Pick<ReferralSuggestions, 'records'>): ChartSelection[] =>
  records.map(({ patientDocumentId }) => documentSelection(patientDocumentId));

function filledFor(diagnosis: Diagnosis | null, data: ReferralSuggestions): Filled {
  if (diagnosis === null) return nothing;
  return {
    referralReason: suggestionTexts.reason(diagnosis),
    urgencyDays: data.specialties[0]?.urgencyDays ?? null,
    selectedCharts: suggestedCharts(data),
  };
}

/**
 * Suggestions for the chosen diagnosis. When another diagnosis is chosen, reason, urgency and records are filled in, unless
 * the user has entered others.
 */
export function useSuggestions(form: WizardFormReturn, patientId: number): Suggested {
  const diagnosis = form.watch('referralReason.diagnosis');
  const { data: ofPatient } = useQuery(queryOf(getReferralSuggestions, { patientId }));
  const { data } = useQuery(
    queryOf(getReferralSuggestions, { patientId, diagnosisCodedConceptId: diagnosis?.codedConceptId }),
  );
  /** The diagnosis for which the values were filled in; initially the one that the wizard was opened with. */
  const filledForId = useRef(diagnosis?.codedConceptId);
  const filled = useRef(nothing);
  const fill = useEffectEvent((suggestions: ReferralSuggestions) => {
    if (filledForId.current === diagnosis?.codedConceptId) return;
    filledForId.current = diagnosis?.codedConceptId;
    const next = filledFor(diagnosis, suggestions);
    const { referralReason: reason, charts } = form.getValues();
    const isFree = <Value>(value: Value, empty: Value, last: Value) => value === empty || value === last;
    if (isFree(reason.referralReason, '', filled.current.referralReason))
      setField(form, 'referralReason.referralReason', next.referralReason);
    if (isFree(reason.urgencyDays, null, filled.current.urgencyDays))
      setField(form, 'referralReason.urgencyDays', next.urgencyDays);
    if (isFree(keysOf(charts.selectedCharts), '', keysOf(filled.current.selectedCharts)))
      setField(form, 'charts.selectedCharts', next.selectedCharts);
    filled.current = next;
  });
  useEffect(() => {
    if (data !== undefined) fill(data);
  }, [data]);
  return { data, diagnoses: ofPatient?.diagnoses ?? [], diagnosis };
}
