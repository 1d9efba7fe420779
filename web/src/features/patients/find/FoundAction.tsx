import type { FoundPatient } from '@careloop/contracts/patients/find';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** What somebody can do who may not open the patient. */
export function FoundAction({ found }: { found: Pick<FoundPatient, 'access'> }): ReactNode {
  if (found.access === 'invited') return <StatusBadge tone="info" label="Invitation pending" />;
  return <StatusBadge tone="neutral" label="No access" />;
}
