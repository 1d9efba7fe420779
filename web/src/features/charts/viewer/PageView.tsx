import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentPage, viewerTexts, type DocumentAddress } from '@careloop/contracts/charts/viewer';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { pictureOf } from '../../../api/download.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import { noteDrawnPage } from '../shared/drawnPage.ts';
import { shownSize, wantedWidth, type PageLayout } from './pageLayout.ts';
import classes from './PagesView.module.css';
import { Picture } from '../../../ui/Picture.tsx';
import { TextLayer } from './TextLayer.tsx';
import type { PixelWindow } from './WindowTools.tsx';

export interface PageMark {
  left: number;
  top: number;
  width: number;
  height: number;
  isCurrent: boolean;
}

export interface PageViewProps {
  document: DocumentAddress;
  page: number;
  pageCount: number;
  size: readonly [number, number];
  layout: PageLayout;
  /** For a DICOM file only. */
  pixelWindow?: PixelWindow | undefined;
  /** Whether the page has text that can be selected. */
  hasText: boolean;
  /** Matches on this page. */
  marks: readonly PageMark[];
}

const percent = (fraction: number) => `${fraction * 100}%`;

/** One page: its image, rotated and scaled, with highlighted matches. */
export function PageView(props: PageViewProps): ReactNode {
  const { document, page, pageCount, size, layout, pixelWindow, hasText, marks } = props;
  const shown = shownSize(size, layout);
  const width = wantedWidth(shown, layout);
  // Keeps the image of the previous size until the new one has loaded.
  const picture = useQuery({
    ...pictureOf(getDocumentPage, {
      ...document,
      page,
      width,
      ...(pixelWindow && { windowWidth: pixelWindow.width, windowCenter: pixelWindow.center }),
    }),
    placeholderData: keepPreviousData,
  });
  const { patientDocumentId } = document;
  const failed = pageCount === 1 ? chartTexts.failed : viewerTexts.pageFailed;
  const hasCome = picture.data !== undefined;
  /** An image that the browser could not read. */
  const [unreadable, setUnreadable] = useState<Blob>();
  const isUnreadable = hasCome && picture.data === unreadable;
  useEffect(() => {
    if (hasCome) noteDrawnPage({ patientDocumentId, width });
  }, [hasCome, patientDocumentId, width]);
  const isUpright = layout.rotation % 180 === 0;
  const sheet = isUpright ? shown : { width: shown.height, height: shown.width };
  return (
    <div className={classes.page} style={shown} data-page={page}>
      {picture.isLoadingError || isUnreadable ? (
        <ErrorState
          size="small"
          error={picture.error?.status === 200 ? picture.error : inWords(failed, picture.error ?? {})}
          onRetry={() => void picture.refetch()}
        />
      ) : (
        <div
          className={classes.sheet}
          style={{ ...sheet, transform: `translate(-50%, -50%) rotate(${layout.rotation}deg)` }}
        >
          {picture.data === undefined ? (
            <Skeleton height="100%" radius={0} role="img" aria-label={`Loading page ${page}`} />
          ) : (
            <Picture
              blob={picture.data}
              alt={`Page ${page} of ${pageCount}`}
              onError={() => setUnreadable(picture.data)}
            />
          )}
          {marks.map((mark) => (
            <span
              key={`${mark.left} ${mark.top}`}
              className={classes.mark}
              data-current={mark.isCurrent || undefined}
              style={{
                left: percent(mark.left),
                top: percent(mark.top),
                width: percent(mark.width),
                height: percent(mark.height),
              }}
            />
          ))}
          {hasText && hasCome && <TextLayer document={document} page={page} size={size} width={sheet.width} />}
        </div>
      )}
    </div>
  );
}
