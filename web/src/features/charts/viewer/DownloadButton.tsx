import { downloadDocument, type DocumentAddress, type DocumentInfo } from '@careloop/contracts/charts/viewer';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/download.ts';
import { presentError } from '../../../api/presentError.ts';

/** Downloads the original document. */
export function DownloadButton({ info, address }: { info: DocumentInfo; address: DocumentAddress }): ReactNode {
  const download = useMutation({
    mutationFn: () => downloadFile(downloadDocument, address),
    onError: (error) => presentError(error, { prefix: 'The document was not downloaded.' }),
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
