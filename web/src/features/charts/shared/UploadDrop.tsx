import { uploadDocuments, uploadTexts } from '@careloop/contracts/charts/upload';
import { Suspense, useState, type DragEvent, type ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { UploadChartDialog } from './lazyUpload.ts';
import classes from './UploadDrop.module.css';

interface UploadDropProps {
  patientId: number;
  onUploaded: (patientDocumentIds: number[]) => void;
  children: ReactNode;
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files dropped on the chart tree open the upload dialog with them. */
export function UploadDrop({ patientId, onUploaded, children }: UploadDropProps): ReactNode {
  const { can } = useSession();
  const mayUpload = can(uploadDocuments.access);
  const [isOver, setOver] = useState(false);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // Even if the user may not upload: otherwise the browser would open the file instead of the page.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (mayUpload) setFiles([...event.dataTransfer.files]);
  };
  return (
    <div className={classes['area']} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
      {isOver && (
        <div className={classes['hint']}>{mayUpload ? 'Drop to upload to this chart' : uploadTexts.noPermission}</div>
      )}
      {files !== null && (
        <Suspense fallback={null}>
          <UploadChartDialog
            patientId={patientId}
            initialFiles={files}
            onClose={() => setFiles(null)}
            onUploaded={onUploaded}
          />
        </Suspense>
      )}
    </div>
  );
}
