import { getDocumentThumbnail, type DocumentAddress, type DocumentInfo } from '@careloop/contracts/charts/viewer';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { pictureOf } from '../../../api/download.ts';
import classes from './PagesView.module.css';
import { Picture } from './Picture.tsx';

export interface ThumbnailsProps {
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
export function Thumbnails({ info, address, page, onChoose }: ThumbnailsProps): ReactNode {
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
