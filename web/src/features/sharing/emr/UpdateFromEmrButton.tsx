import type { PatientInfo } from '@careloop/contracts/patients';
import { getEmrStatus } from '@careloop/contracts/sharing/emr';
import { IconCloudDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { UpdateFromEmrDialog } from './UpdateFromEmrDialog.tsx';

/** Stands where the patient's client has an EMR. */
export function UpdateFromEmrButton({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queryOf(getEmrStatus, { patientId: patient.patientId }));
  if (data?.isConnected !== true) return null;
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={data.can.pullRecord}
        leftSection={<IconCloudDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Update from EMR
      </ActionButton>
      {isOpen && <UpdateFromEmrDialog patient={patient} onClose={() => setOpen(false)} />}
    </>
  );
}
