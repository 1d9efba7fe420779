import { chartKeyOf, documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import {
  getReferralSuggestions,
  suggestionTexts,
  type ReferralSuggestions,
} from '@careloop/contracts/referrals/suggestions';
import type { AskedProtocol } from '@careloop/contracts/referrals/protocols';
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
  /** What the chosen specialty asks for; undefined while it is being read. */
  asked: AskedProtocol | null | undefined;
}

/** Values that are filled in for a diagnosis, and for what the specialty asks for. */
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

/** The latest document on file of each that the protocol asks for. */
const askedCharts = (asked: AskedProtocol | null): ChartSelection[] =>
  (asked?.documents ?? []).flatMap(({ onFile }) =>
    onFile.slice(0, 1).map(({ patientDocumentId }) => documentSelection(patientDocumentId)),
  );

function filledFor(diagnosis: Diagnosis | null, asked: AskedProtocol | null, data: ReferralSuggestions): Filled {
  const ofDiagnosis = diagnosis === null ? [] : suggestedCharts(data);
  const charts = new Map([...askedCharts(asked), ...ofDiagnosis].map((chart) => [chartKeyOf(chart), chart]));
  const usual = diagnosis === null ? null : (data.specialties[0]?.urgencyDays ?? null);
  return {
    referralReason: diagnosis === null ? '' : suggestionTexts.reason(diagnosis),
    urgencyDays: asked?.urgencyDays ?? usual,
    selectedCharts: [...charts.values()],
  };
}

/** The diagnosis and the version of the protocol for which values are filled in. */
const filledForOf = (
  diagnosis: Diagnosis | null,
  protocol: { referralProtocolId: number; version: number } | null | undefined,
): string =>
  `${diagnosis?.codedConceptId ?? ''} ${protocol ? `${protocol.referralProtocolId}.${protocol.version}` : ''}`;

/**
 * Suggestions for the chosen diagnosis and specialty. When another one is chosen, reason, urgency and records are filled in,
 * unless the user has entered others.
 * @param asked what the chosen specialty asks for
 */
export function useSuggestions(
  form: WizardFormReturn,
  patientId: number,
  asked: AskedProtocol | null | undefined = null,
): Suggested {
  const diagnosis = form.watch('referralReason.diagnosis');
  const { data: ofPatient } = useQuery(queryOf(getReferralSuggestions, { patientId }));
  const { data } = useQuery(
    queryOf(getReferralSuggestions, { patientId, diagnosisCodedConceptId: diagnosis?.codedConceptId }),
  );
  /** What the values were filled in for; initially what the wizard was opened with. */
  const filledForKey = useRef<string>(null);
  filledForKey.current ??= filledForOf(diagnosis, form.getValues('referralReason.protocol')?.seen);
  const filled = useRef(nothing);
  const fill = useEffectEvent((suggestions: ReferralSuggestions, protocol: AskedProtocol | null) => {
    const key = filledForOf(diagnosis, protocol);
    if (filledForKey.current === key) return;
    filledForKey.current = key;
    const next = filledFor(diagnosis, protocol, suggestions);
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
    if (data !== undefined && asked !== undefined) fill(data, asked);
  }, [data, asked]);
  return { data, diagnoses: ofPatient?.diagnoses ?? [], diagnosis, asked };
}
