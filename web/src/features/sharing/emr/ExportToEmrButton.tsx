import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { emrTexts, getEmrStatus, pushDocuments } from '@careloop/contracts/sharing/emr';
import { IconCloudUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { toast } from '../../../ui/toasts.tsx';

const askAgainMs = 1000;
/** Maximum number of polls, longer than a responsive EMR takes. */
const maxPolls = 120;

interface ExportToEmrButtonProps {
  patientId: number;
  selected?: readonly ChartSelection[] | undefined;
}

/** Adds the selected charts to the patient's record in the client's EMR; hidden if there is none. */
export function ExportToEmrButton({ patientId, selected = [] }: ExportToEmrButtonProps): ReactNode {
  const client = useQueryClient();
  const { data } = useQuery(queryOf(getEmrStatus, { patientId }));
  const [isExporting, setExporting] = useState(false);
  const push = useCall(pushDocuments, {
    onError: (error) => toast.failureAs(emrTexts.exportFailed, error),
  });
  if (data?.isConnected !== true) return null;

  async function exportCharts(): Promise<void> {
    const key = `emr-export-${patientId}`;
    setExporting(true);
    toast.progress(emrTexts.exporting, key);
    // The call itself shows a failure.
    const sent = await push.submit({ patientId, charts: [...selected] });
    if (sent !== undefined) await showEnd(client, patientId, sent.deliveryId).catch(() => undefined);
    toast.hide(key);
    setExporting(false);
  }

  return (
    <ActionButton
      variant="default"
      size="compact-md"
      loading={isExporting}
      allowance={selected.length === 0 ? emrTexts.noneSelected : data.can.pushDocuments}
      leftSection={<IconCloudUpload size={16} aria-hidden />}
      onClick={() => void exportCharts()}
    >
      Export to EMR
    </ActionButton>
  );
}

/** Waits for the end of an export and reports it, even on another page. */
async function showEnd(client: QueryClient, patientId: number, deliveryId: number): Promise<void> {
  for (let asked = 0; asked < maxPolls; asked += 1) {
    const { latestExport } = await client.fetchQuery({ ...queryOf(getEmrStatus, { patientId }), staleTime: 0 });
    // A later export has started, and reports its own end.
    if (latestExport?.deliveryId !== deliveryId) return;
    if (latestExport.status === 'delivered') return toast.success(emrTexts.exported);
    if (latestExport.status === 'failed' || latestExport.status === 'unknown') {
      return toast.error(`${emrTexts.exportFailed} ${latestExport.error ?? ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  toast.warning(emrTexts.stillExporting);
}
