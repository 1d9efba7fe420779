import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FindOrAdd } from './FindOrAdd.tsx';

/** "Add/Find Provider" over the page that needs one. */
export function FindProviderDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog opened title="Add/Find Provider" size={960} onClose={onClose}>
      <FindOrAdd />
    </Dialog>
  );
}
