import { getDocumentPdf, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import type { ReactNode } from 'react';
import { requestOf } from '../../../api/request.ts';
import classes from './Viewer.module.css';

/** The PDF itself in the browser's own viewer, which does not work in a frame that is sandboxed. */
export function PdfFrame({ info, sentWith }: { info: DocumentInfo; sentWith?: SentWith | undefined }): ReactNode {
  const { url } = requestOf(getDocumentPdf, { patientDocumentId: info.patientDocumentId, ...sentWith });
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the answer allows itself nothing (fileRoute.ts)
  return <iframe className={classes.frame} src={url} title={`PDF of ${info.documentName}`} />;
}
