import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentPdf, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkOf } from '../../../api/download.ts';
import { requestOf } from '../../../api/request.ts';
import { inWords, type ShownError } from '../../../ui/errorWords.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import classes from './Viewer.module.css';

/** The PDF in the browser's own viewer, which does not work in a sandboxed frame. */
export function PdfFrame({ info, sentWith }: { info: DocumentInfo; sentWith?: SentWith | undefined }): ReactNode {
  const address = { patientDocumentId: info.patientDocumentId, ...sentWith };
  // The content security policy allows no frames with blob URLs.
  const check = useQuery(checkOf(getDocumentPdf, address));
  if (check.data === undefined) return <QueryState query={check} failure={failureOf(chartTexts.failed)} />;
  const { url } = requestOf(getDocumentPdf, address);
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the response's own policy forbids everything (fileRoute.ts)
  return <iframe className={classes.frame} src={url} title={`PDF of ${info.documentName}`} />;
}

/** The error of a document under this heading; a refusal has words of its own. */
export function failureOf(heading: string): (error: ShownError) => ShownError {
  return (error) => (error.status === 200 ? error : inWords(heading, error));
}
