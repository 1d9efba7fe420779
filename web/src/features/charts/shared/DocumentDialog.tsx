import type { PatientDocument } from '@careloop/contracts/charts';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { DocumentBrowser } from './DocumentBrowser.tsx';

export interface DocumentDialogProps {
  documents: readonly PatientDocument[];
  /** The document that is read; null keeps the dialog closed. */
  shownId: number | null;
  onShow: (patientDocumentId: number) => void;
  onClose: () => void;
  patient: PatientSummary;
  referralId?: number;
}

/** Documents to read in a large dialog, with whose they are on top. */
export function DocumentDialog({ patient, onClose, ...browser }: DocumentDialogProps): ReactNode {
  return (
    <Dialog opened={browser.shownId !== null} onClose={onClose} title="Documents" size={1100}>
      <Stack gap="xs">
        <PatientLine patient={patient} />
        <Box h="calc(100dvh - 200px)">
          <DocumentBrowser {...browser} label="Documents" />
        </Box>
      </Stack>
    </Dialog>
  );
}
