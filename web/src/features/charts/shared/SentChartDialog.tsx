import type { PatientSummary } from '@careloop/contracts/patients';
import { Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { SentChartBrowser, type SentChartBrowserProps } from './SentChartBrowser.tsx';

export interface SentChartDialogProps extends Omit<SentChartBrowserProps, 'label' | 'isListOnly' | 'tools'> {
  onClose: () => void;
  patient: PatientSummary;
}

/** Sent charts in a large dialog, with their patient on top. Closed while none is shown. */
export function SentChartDialog({ patient, onClose, ...browser }: SentChartDialogProps): ReactNode {
  return (
    <Dialog opened={browser.shownId !== null} onClose={onClose} title="Documents" size={1100}>
      <Stack gap="xs">
        <PatientLine patient={patient} />
        <Box h="calc(100dvh - 200px)">
          <SentChartBrowser {...browser} label="Documents" />
        </Box>
      </Stack>
    </Dialog>
  );
}
