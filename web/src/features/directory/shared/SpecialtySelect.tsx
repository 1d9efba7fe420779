import type { Specialty } from '@careloop/contracts/directory';
import type { ReactNode, Ref } from 'react';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { searchSpecialties } from './providerQueries.ts';

export interface SpecialtySelectProps {
  label: string;
  value: Specialty | null;
  onChange: (specialty: Specialty | null) => void;
  placeholder?: string;
  withAsterisk?: boolean;
  onBlur?: () => void;
  onTyped?: (term: string) => void;
  initialTerm?: string | undefined;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Selects a specialty of the directory; opening it lists all of them. */
export function SpecialtySelect(props: SpecialtySelectProps): ReactNode {
  return (
    <AsyncSelect
      {...props}
      search={searchSpecialties}
      minimum={0}
      clearable
      itemKey={(specialty) => specialty.healthcareProviderSpecialtyId}
      itemLabel={(specialty) => specialty.name}
    />
  );
}
