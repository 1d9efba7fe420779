import {
  downloadDocument,
  type DocumentAddress,
  type DocumentInfo,
  type SentWith,
} from '@careloop/contracts/charts/viewer';
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/download.ts';
import { presentError } from '../../../api/presentError.ts';
import { toast } from '../../../ui/toasts.tsx';
import { RoomLink } from '../shared/RoomLink.tsx';
import { ArchiveTool } from './ArchiveTool.tsx';
import type { Find } from './find.ts';
import { FindTool } from './FindTool.tsx';
import { printDocument } from './printDocument.ts';
import { StepTools, type DocumentSteps } from './StepTools.tsx';
import { isSearchable, viewsOf, type View } from './views.ts';

export interface DocumentToolsProps {
  info: DocumentInfo;
  address: DocumentAddress;
  view: View | undefined;
  onView: (view: View) => void;
  find: Find;
  steps?: DocumentSteps | undefined;
  /** The current page, for the link to the reading room; undefined in the reading room. */
  linkPage?: number | undefined;
}

/** Tools for the whole document. */
export function DocumentTools(props: DocumentToolsProps): ReactNode {
  const { info, address, view, onView, find, steps, linkPage } = props;
  const views = viewsOf(info);
  const isClear = info.fileState === 'clear';
  return (
    <>
      {views.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view}
          onChange={(value) => {
            const chosen = views.find((one) => one.value === value);
            if (chosen !== undefined) onView(chosen.value);
          }}
          data={views}
        />
      )}
      {steps !== undefined && <StepTools {...steps} />}
      {isClear && view !== undefined && isSearchable(view, info) && <FindTool find={find} />}
      {isClear && view !== undefined && info.fileProblem === null && (
        <PrintTool info={info} address={address} view={view} />
      )}
      {linkPage !== undefined && !isSent(address) && (
        <RoomLink
          patientId={info.patient.patientId}
          patientDocumentId={info.patientDocumentId}
          page={linkPage}
          isArchived={info.isArchived}
        />
      )}
      {!isSent(address) && <ArchiveTool info={info} />}
      {isClear && <DownloadButton info={info} address={address} />}
    </>
  );
}

const isSent = ({ referralId, careCoordinatorRequestId }: SentWith) =>
  referralId !== undefined || careCoordinatorRequestId !== undefined;

function PrintTool({ info, address, view }: { info: DocumentInfo; address: DocumentAddress; view: View }): ReactNode {
  const print = useMutation({
    mutationFn: () => printDocument(info, view, address),
    onSuccess: (printed) => {
      const count = info.pageSizes.length;
      if (printed > 0 && printed < count)
        toast.warning(
          `Only the first ${printed} of ${count} pages were printed. Download the document to print them all.`,
        );
    },
    onError: (error) => presentError(error, { prefix: 'The document was not printed.', retry: () => print.mutate() }),
  });
  return (
    <Tooltip label="Print">
      <ActionIcon size={30} aria-label="Print document" loading={print.isPending} onClick={() => print.mutate()}>
        <IconPrinter size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Downloads the original document. */
function DownloadButton({ info, address }: { info: DocumentInfo; address: DocumentAddress }): ReactNode {
  const download = useMutation({
    mutationFn: () => downloadFile(downloadDocument, address),
    onError: (error) =>
      presentError(error, { prefix: 'The document was not downloaded.', retry: () => download.mutate() }),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      flex="none"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Download ${info.documentName}`}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download
    </Button>
  );
}
