import type { DocumentInfo, SentWith } from '@careloop/contracts/charts/viewer';
import { Box } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { pageGap, scaleOf, shownSize, type PageLayout, type Rotation, type Zoom } from './pageLayout.ts';
import { PageView, type PageMark } from './PageView.tsx';
import classes from './PagesView.module.css';
import type { PixelWindow } from './WindowTools.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { isSearchable } from './views.ts';

/** What the tools do with the pages. */
export interface PagesHandle {
  /** Brings a page into view; with a mark, the place on it. */
  show: (page: number, top?: number) => void;
  /** How large the page in view is shown, as a share of its natural size. */
  scale: () => number;
}

export interface PagesViewProps {
  info: DocumentInfo;
  sentWith?: SentWith | undefined;
  /** Of a DICOM file. */
  pixelWindow?: PixelWindow | undefined;
  zoom: Zoom;
  rotation: Rotation;
  hasThumbnails: boolean;
  page: number;
  /** The page that most of the view shows. */
  onPage: (page: number) => void;
  marksOf: (page: number) => readonly PageMark[];
  ref?: Ref<PagesHandle>;
}

const firstPage = [612, 792] as const;

/** The pages of a document below each other; only those near the view are there, and asked for. */
export function PagesView(props: PagesViewProps): ReactNode {
  const { info, sentWith, zoom, rotation, hasThumbnails, page, onPage, marksOf, ref } = props;
  const { ref: measured, width, height } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const isPlaced = useRef(false);
  const layout: PageLayout = {
    zoom,
    rotation,
    view: { width, height },
    isPrint: info.contentType.includes('pdf'),
    mostFit: info.contentType.includes('dicom') ? 12 : 2.5,
  };
  const { pageSizes } = info;
  const sizeOf = (index: number) => pageSizes[index] ?? firstPage;
  const address = { patientDocumentId: info.patientDocumentId, ...sentWith };
  // oxlint-disable-next-line react/incompatible-library -- it is not memoized by anybody
  const rows = useVirtualizer({
    count: width === 0 ? 0 : pageSizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => shownSize(sizeOf(index), layout).height,
    gap: pageGap,
    paddingStart: pageGap,
    paddingEnd: pageGap,
    overscan: 1,
    initialOffset: 0,
    onChange: (instance, isScrolling) => {
      if (isScrolling || !isPlaced.current) return;
      const offset = instance.scrollOffset ?? 0;
      // The first of which enough is left below the upper edge.
      const shown = instance.getVirtualItems().find(({ end, size }) => end - offset > Math.min(size / 2, height / 3));
      if (shown !== undefined && shown.index + 1 !== page) onPage(shown.index + 1);
    },
  });
  const show = (wanted: number, top = 0) => {
    const start = rows.getOffsetForIndex(wanted - 1, 'start')?.[0] ?? 0;
    const within = top * shownSize(sizeOf(wanted - 1), layout).height;
    rows.scrollToOffset(Math.max(0, start - pageGap + Math.max(0, within - height / 3)));
  };
  useImperativeHandle(ref, () => ({ show, scale: () => scaleOf(sizeOf(page - 1), layout) }));
  // What is shown stays in view when its size changes.
  const remeasure = useEffectEvent(() => {
    rows.measure();
    if (width === 0) return;
    show(page);
    isPlaced.current = true;
  });
  useEffect(() => remeasure(), [zoom, rotation, width, height]);

  return (
    <div className={classes.frame}>
      {/* Reachable by keyboard so that it can be scrolled without a mouse. */}
      <Box
        ref={useMergedRef(measured, scroller)}
        className={classes.scroller}
        tabIndex={0}
        role="region"
        aria-label={`Pages of ${info.documentName}`}
      >
        <div className={classes.pages} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, key }) => (
            <div key={key} className={classes.slot} style={{ transform: `translateY(${start}px)` }}>
              <PageView
                document={address}
                page={index + 1}
                pageCount={pageSizes.length}
                size={sizeOf(index)}
                layout={layout}
                pixelWindow={props.pixelWindow}
                hasText={isSearchable('pages', info)}
                marks={marksOf(index + 1)}
              />
            </div>
          ))}
        </div>
      </Box>
      {/* After the pages, so that the page in view is asked for first; it stands before them. */}
      {hasThumbnails && <Thumbnails info={info} address={address} page={page} onChoose={(chosen) => show(chosen)} />}
    </div>
  );
}
