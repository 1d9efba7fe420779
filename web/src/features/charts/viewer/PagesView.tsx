import {
  getDocumentThumbnail,
  type DocumentAddress,
  type DocumentInfo,
  type SentWith,
} from '@careloop/contracts/charts/viewer';
import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { pictureOf } from '../../../api/download.ts';
import { pageGap, scaleOf, shownSize, type PageLayout, type Rotation, type Zoom } from './pageLayout.ts';
import { PageView, type PageMark } from './PageView.tsx';
import classes from './PagesView.module.css';
import { Picture } from '../../../ui/Picture.tsx';
import type { PixelWindow } from './WindowTools.tsx';
import { isSearchable } from './views.ts';

/** Operations of the tools on the pages. */
export interface PagesHandle {
  /** Scrolls to a page, and to a match on it if `top` is given. */
  show: (page: number, top?: number) => void;
  /** Scale of the current page relative to its natural size. */
  scale: () => number;
}

export interface PagesViewProps {
  info: DocumentInfo;
  sentWith?: SentWith | undefined;
  /** For a DICOM file only. */
  pixelWindow?: PixelWindow | undefined;
  zoom: Zoom;
  rotation: Rotation;
  hasThumbnails: boolean;
  page: number;
  /** Called with the page that fills most of the view. */
  onPage: (page: number) => void;
  marksOf: (page: number) => readonly PageMark[];
  ref?: Ref<PagesHandle>;
}

const firstPage = [612, 792] as const;

/** The pages of a document, stacked; only those near the view are rendered and fetched. */
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
    maxFit: info.contentType.includes('dicom') ? 12 : 2.5,
  };
  const { pageSizes } = info;
  const sizeOf = (index: number) => pageSizes[index] ?? firstPage;
  const address = { patientDocumentId: info.patientDocumentId, ...sentWith };
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized
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
      // The first page with enough of it below the upper edge.
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
  // Keeps the current page in view when its size changes.
  const remeasure = useEffectEvent(() => {
    rows.measure();
    if (width === 0) return;
    show(page);
    isPlaced.current = true;
  });
  useEffect(() => remeasure(), [zoom, rotation, width, height]);

  return (
    <div className={classes.frame}>
      {/* Focusable, so that it can be scrolled without a mouse. */}
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
      {/* Rendered after the pages, so that the current page is fetched first; shown before them. */}
      {hasThumbnails && <Thumbnails info={info} address={address} page={page} onChoose={(chosen) => show(chosen)} />}
    </div>
  );
}

interface ThumbnailsProps {
  info: DocumentInfo;
  address: DocumentAddress;
  page: number;
  onChoose: (page: number) => void;
}

const width = 96;
/** Maximum height in pixels; a long page, such as an ECG strip, is cropped. */
const maxHeight = 160;
const around = 36;

function heightOf(size: readonly [number, number] | undefined): number {
  const [pageWidth, pageHeight] = size ?? [612, 792];
  return Math.min(maxHeight, Math.round((width * pageHeight) / pageWidth));
}

/** A strip of page thumbnails to select from. */
function Thumbnails({ info, address, page, onChoose }: ThumbnailsProps): ReactNode {
  const strip = useRef<HTMLElement>(null);
  const { pageSizes } = info;
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized
  const rows = useVirtualizer({
    count: pageSizes.length,
    getScrollElement: () => strip.current,
    estimateSize: (index) => heightOf(pageSizes[index]) + around,
    overscan: 3,
  });
  const follow = useEffectEvent(() => rows.scrollToIndex(page - 1, { align: 'auto' }));
  useEffect(() => follow(), [page]);
  return (
    <nav ref={strip} className={classes.thumbnails} aria-label="Pages">
      <div className={classes.pages} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => (
          <UnstyledButton
            key={index}
            className={classes.thumbnail}
            style={{ height: size, transform: `translateY(${start}px)` }}
            aria-label={`Page ${index + 1}`}
            aria-current={index + 1 === page ? 'page' : undefined}
            onClick={() => onChoose(index + 1)}
          >
            <Thumbnail address={address} page={index + 1} height={heightOf(pageSizes[index])} />
            <span aria-hidden>{index + 1}</span>
          </UnstyledButton>
        ))}
      </div>
    </nav>
  );
}

function Thumbnail({ address, page, height }: { address: DocumentAddress; page: number; height: number }): ReactNode {
  const { data, isError } = useQuery(pictureOf(getDocumentThumbnail, { ...address, page }));
  return (
    <span className={classes.small} style={{ width, height }}>
      {data === undefined ? !isError && <Skeleton height="100%" radius={0} /> : <Picture blob={data} alt="" />}
    </span>
  );
}
