import type { PatientInfo } from '@careloop/contracts/patients';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { useSession } from '../../../session/useSession.ts';

const UpdateFromEmrButton = lazyPart(async () => (await import('../emr/UpdateFromEmrButton.tsx')).UpdateFromEmrButton);

/** Opens the update of a patient's record from the client's EMR; nothing where no client has one. */
export function UpdateFromEmr({ patient }: { patient: PatientInfo }): ReactNode {
  const { config } = useSession();
  return config.hasEmr && <UpdateFromEmrButton patient={patient} />;
}
