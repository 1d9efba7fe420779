import { pageWidths } from '@careloop/contracts/charts/viewer';

export type Rotation = 0 | 90 | 180 | 270;
/** Fitted to width or page, or a scale relative to the natural size. */
export type Zoom = 'width' | 'page' | number;

/** Pixels per PDF point: 72 points to the inch, on a screen with 96. */
const screenPoints = 96 / 72;
export const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Gap beside and between pages, in pixels. */
export const pageGap = 12;

export interface Size {
  width: number;
  height: number;
}

export interface PageLayout {
  zoom: Zoom;
  rotation: Rotation;
  view: Size;
  /** Whether sizes are in points rather than in pixels. */
  isPrint: boolean;
  /** Maximum scale of a small image that is fitted to the view. */
  maxFit: number;
}

/** Size of a page on screen at 100%, after rotation. */
function naturalSize([width, height]: readonly [number, number], { rotation, isPrint }: PageLayout): Size {
  const unit = isPrint ? screenPoints : 1;
  const size = { width: width * unit, height: height * unit };
  return rotation % 180 === 0 ? size : { width: size.height, height: size.width };
}

/** Scale at which a page is shown. */
export function scaleOf(page: readonly [number, number], layout: PageLayout): number {
  const { zoom, view, maxFit } = layout;
  if (typeof zoom === 'number') return zoom;
  const natural = naturalSize(page, layout);
  const toWidth = Math.max(80, view.width - 2 * pageGap) / natural.width;
  const toHeight = Math.max(80, view.height - 2 * pageGap) / natural.height;
  return Math.min(maxFit, zoom === 'width' ? toWidth : Math.min(toWidth, toHeight));
}

/** Size at which a page is shown, after rotation. */
export function shownSize(page: readonly [number, number], layout: PageLayout): Size {
  const natural = naturalSize(page, layout);
  const scale = scaleOf(page, layout);
  return { width: Math.round(natural.width * scale), height: Math.round(natural.height * scale) };
}

/** The next zoom step from the current scale; the last one at either end. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const further = direction === 1 ? zoomSteps : zoomSteps.toReversed();
  const next = further.find((step) => (step - scale) * direction > 0.01);
  return next ?? further.at(-1) ?? 1;
}

export function turn(rotation: Rotation): Rotation {
  return ((rotation + 90) % 360) as Rotation;
}

/** Width in which to request a page: the smallest that is sharp on this screen. */
export function wantedWidth(shown: Size, { rotation }: PageLayout): number {
  const width = (rotation % 180 === 0 ? shown.width : shown.height) * Math.min(3, window.devicePixelRatio);
  return pageWidths.find((known) => known >= width) ?? pageWidths[pageWidths.length - 1] ?? width;
}
