import { viewerTexts, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import { Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Find } from './find.ts';
import { FindBar } from './FindBar.tsx';
import { stepZoom, turn, type Rotation, type Zoom } from './pageLayout.ts';
import { PagesView, type PagesHandle } from './PagesView.tsx';
import classes from './Viewer.module.css';
import { useMatches } from './useMatches.ts';
import { PageTools } from './ViewerTools.tsx';
import { WindowTools, type PixelWindow } from './WindowTools.tsx';

const narrow = '(max-width: 48em)';

export interface PagedDocumentProps {
  sentWith?: SentWith | undefined;
  info: DocumentInfo;
  find: Find;
  page?: number | undefined;
  onPage?: (page: number) => void;
}

/** A document as pages, with its tools above. */
export function PagedDocument({ info, sentWith, find, page: given = 1, onPage }: PagedDocumentProps): ReactNode {
  const pages = useRef<PagesHandle>(null);
  const pageCount = info.pageSizes.length;
  const [page, setPage] = useState(Math.min(Math.max(1, given), pageCount));
  const [zoom, setZoom] = useState<Zoom>(info.contentType.includes('dicom') ? 'page' : 'width');
  const isDicom = info.contentType.includes('dicom');
  const [pixelWindow, setPixelWindow] = useState<PixelWindow>();
  const [rotation, setRotation] = useState<Rotation>(0);
  // On a phone thumbnails would take a third of the page.
  const [hasThumbnails, setThumbnails] = useState(() => pageCount > 1 && !window.matchMedia(narrow).matches);
  const address = { patientDocumentId: info.patientDocumentId, ...sentWith };
  const { matches, retry } = useMatches(address, find);
  const current = matches[find.current];
  useEffect(() => {
    if (current !== undefined) pages.current?.show(current.page, current.boxes[0]?.top);
  }, [current]);
  const marksOf = (on: number) =>
    matches
      .filter((match) => match.page === on)
      .flatMap((match) => match.boxes.map((box) => ({ ...box, isCurrent: match === current })));
  const arrive = (shown: number) => {
    setPage(shown);
    onPage?.(shown);
  };
  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label="Document tools">
        <PageTools
          page={page}
          pageCount={pageCount}
          onPage={(wanted) => {
            // Updated at once, so that pressing a key twice moves two pages.
            arrive(wanted);
            pages.current?.show(wanted);
          }}
          zoom={zoom}
          onZoom={setZoom}
          onZoomStep={(direction) => setZoom(stepZoom(pages.current?.scale() ?? 1, direction))}
          onRotate={() => setRotation(turn)}
          hasThumbnails={hasThumbnails}
          onThumbnails={() => setThumbnails((isShown) => !isShown)}
        />
        {find.isOpen && <FindBar find={find} onRetry={retry} />}
        {isDicom && <WindowTools address={address} value={pixelWindow} onChange={setPixelWindow} />}
        {isDicom && (
          <Text fz="sm" fw={600} role="note">
            {viewerTexts.referenceOnly}
          </Text>
        )}
      </div>
      <div className={classes.pages}>
        <PagesView
          ref={pages}
          info={info}
          sentWith={sentWith}
          pixelWindow={pixelWindow}
          zoom={zoom}
          rotation={rotation}
          hasThumbnails={hasThumbnails && pageCount > 1}
          page={page}
          onPage={arrive}
          marksOf={marksOf}
        />
      </div>
    </>
  );
}
