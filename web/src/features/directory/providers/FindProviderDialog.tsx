import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FindOrAdd } from './FindOrAdd.tsx';

interface FindProviderDialogProps {
  patientId: number | undefined;
  onClose: () => void;
}

/** "Add/Find Provider" over the page that needs one. */
export function FindProviderDialog({ patientId, onClose }: FindProviderDialogProps): ReactNode {
  return (
    <Dialog opened title="Add/Find Provider" size={960} onClose={onClose}>
      <FindOrAdd patientId={patientId} />
    </Dialog>
  );
}
