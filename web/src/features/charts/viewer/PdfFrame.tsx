import { getDocumentPdf, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import type { ReactNode } from 'react';
import { requestOf } from '../../../api/request.ts';
import classes from './Viewer.module.css';

/** The PDF in the browser's own viewer, which does not work in a sandboxed frame. */
export function PdfFrame({ info, sentWith }: { info: DocumentInfo; sentWith?: SentWith | undefined }): ReactNode {
  const { url } = requestOf(getDocumentPdf, { patientDocumentId: info.patientDocumentId, ...sentWith });
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the response's own policy forbids everything (fileRoute.ts)
  return <iframe className={classes.frame} src={url} title={`PDF of ${info.documentName}`} />;
}
