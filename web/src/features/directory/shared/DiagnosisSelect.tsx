import { findDiagnoses, type Diagnosis } from '@careloop/contracts/directory';
import { Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { call } from '../../../api/call.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';

export interface DiagnosisSelectProps {
  label: string;
  value: Diagnosis | null;
  onChange: (diagnosis: Diagnosis | null) => void;
  onBlur?: () => void;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

const find = async (searchTerm: string, signal: AbortSignal) =>
  (await call(findDiagnoses, { searchTerm }, { signal })).diagnoses;

/** Selects an ICD-10-CM code by code or words, from two characters on (docs/domain/directory.md). */
export function DiagnosisSelect(props: DiagnosisSelectProps): ReactNode {
  return (
    <AsyncSelect
      {...props}
      placeholder="Search ICD-10 by code or words"
      search={find}
      minimum={2}
      clearable
      itemKey={(diagnosis) => diagnosis.codedConceptId}
      itemLabel={(diagnosis) => `${diagnosis.code} ${diagnosis.description}`}
      renderItem={(diagnosis) => (
        <>
          <Text span inherit fw={600}>
            {diagnosis.code}
          </Text>{' '}
          {diagnosis.description}
        </>
      )}
    />
  );
}
