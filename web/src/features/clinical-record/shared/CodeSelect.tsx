import { findClinicalCodes, type ClinicalCode, type CodeSubject } from '@careloop/contracts/clinical-record/codes';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { codeInWords } from './words.ts';

/** Which code systems are loaded; asked once a session. */
export const loadedCodesOf = (subject: CodeSubject) => ({
  ...queryOf(findClinicalCodes, { subject }),
  staleTime: Infinity,
});

interface CodeSelectProps {
  label: string;
  subject: CodeSubject;
  value: ClinicalCode | null;
  onChange: (code: ClinicalCode | null) => void;
}

/** Selects a code of the tables that are loaded; nothing is shown without one. */
export function CodeSelect({ label, subject, value, onChange }: CodeSelectProps): ReactNode {
  const { data } = useQuery(loadedCodesOf(subject));
  if (data === undefined || data.loaded.length === 0) return null;
  return (
    <AsyncSelect<ClinicalCode>
      label={label}
      placeholder={`Search ${data.loaded.join(' and ')} by code or words`}
      value={value}
      onChange={onChange}
      search={async (searchTerm, signal) => (await call(findClinicalCodes, { subject, searchTerm }, { signal })).codes}
      minimum={2}
      itemKey={({ code, codeSystem }) => `${codeSystem} ${code}`}
      itemCode={({ code }) => code}
      itemLabel={({ description }) => description}
      renderItem={(item) => (
        <>
          {item.description}{' '}
          <Text span inherit c="dimmed">
            {codeInWords(item)}
          </Text>
        </>
      )}
    />
  );
}
