import type { Allowance } from '@careloop/contracts/can';
import { getEmrStatus } from '@careloop/contracts/sharing/emr';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { useSession } from '../../../session/useSession.ts';

/** Dialog that updates a patient's record from the client's EMR. */
export const UpdateFromEmrDialog = lazyPart(
  async () => (await import('../emr/UpdateFromEmrDialog.tsx')).UpdateFromEmrDialog,
);

/** Whether the record can be updated from an EMR; undefined if the patient's client has none. */
export function useEmrUpdate(patientId: number): Allowance | undefined {
  const { config } = useSession();
  const { data } = useQuery({ ...queryOf(getEmrStatus, { patientId }), enabled: config.hasEmr });
  return data?.isConnected === true ? data.can.pullRecord : undefined;
}
