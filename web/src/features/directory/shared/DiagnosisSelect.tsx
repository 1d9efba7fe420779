import { findDiagnoses, type Diagnosis, type DiagnosisMatch } from '@careloop/contracts/directory';
import { Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { call } from '../../../api/call.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';

export interface DiagnosisSelectProps {
  label: string;
  /** Patient whose conditions come first. */
  patientId: number;
  value: Diagnosis | null;
  onChange: (diagnosis: Diagnosis | null) => void;
  onBlur?: () => void;
  onTyped?: (term: string) => void;
  initialTerm?: string | undefined;
  autoFocus?: boolean;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

type Choice = Diagnosis & Partial<DiagnosisMatch>;

/** Selects an ICD-10-CM code by code or words, from two characters; the patient's own conditions come first. */
export function DiagnosisSelect({ patientId, ...props }: DiagnosisSelectProps): ReactNode {
  const find = async (searchTerm: string, signal: AbortSignal) =>
    (await call(findDiagnoses, { searchTerm, patientId }, { signal })).diagnoses;
  return (
    <AsyncSelect<Choice>
      {...props}
      onChange={(choice) =>
        props.onChange(
          choice && { codedConceptId: choice.codedConceptId, code: choice.code, description: choice.description },
        )
      }
      searchesOnOpen
      placeholder="Search ICD-10 by code or words"
      search={find}
      minimum={2}
      clearable
      itemKey={(diagnosis) => diagnosis.codedConceptId}
      itemCode={({ code }) => code}
      itemLabel={(diagnosis) => `${diagnosis.code} ${diagnosis.description}`}
      renderItem={(diagnosis) => (
        <>
          <Text span inherit fw={600}>
            {diagnosis.code}
          </Text>{' '}
          {diagnosis.description}
          {diagnosis.isOfPatient === true && (
            <Text span inherit c="dimmed">
              {' '}
              · Patient’s condition
            </Text>
          )}
        </>
      )}
    />
  );
}
