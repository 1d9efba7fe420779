import { uploadDocuments, uploadTexts } from '@careloop/contracts/charts/upload';
import { IconUpload } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { UploadChartDialog } from './lazyUpload.ts';

export interface UploadChartButtonProps {
  patientId: number;
  /** Receives the new documents. */
  onUploaded?: (patientDocumentIds: number[]) => void;
}

/** Opens the upload; users without the permission see why they cannot (docs/domain/charts.md). */
export function UploadChartButton({ patientId, onUploaded }: UploadChartButtonProps): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        allowance={can(uploadDocuments.access) || uploadTexts.noPermission}
        variant="default"
        size="compact-md"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        UPLOAD CHART(S)
      </ActionButton>
      {isOpen && (
        <Suspense fallback={null}>
          <UploadChartDialog patientId={patientId} onClose={() => setOpen(false)} onUploaded={onUploaded} />
        </Suspense>
      )}
    </>
  );
}
