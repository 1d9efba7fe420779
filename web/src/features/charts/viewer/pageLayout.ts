import { pageWidths } from '@careloop/contracts/charts/viewer';

export type Rotation = 0 | 90 | 180 | 270;
/** Fitted into the view, or a share of the natural size. */
export type Zoom = 'width' | 'page' | number;

/** Points of a PDF, 72 to the inch, on a screen with 96. */
const screenPoints = 96 / 72;
export const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Beside and between pages. */
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
  /** How far a small picture is blown up to fill the view. */
  mostFit: number;
}

/** How large a page is on the screen at 100 %, as it stands after being turned. */
function naturalSize([width, height]: readonly [number, number], { rotation, isPrint }: PageLayout): Size {
  const unit = isPrint ? screenPoints : 1;
  const size = { width: width * unit, height: height * unit };
  return rotation % 180 === 0 ? size : { width: size.height, height: size.width };
}

/** The scale at which a page is shown. */
export function scaleOf(page: readonly [number, number], layout: PageLayout): number {
  const { zoom, view, mostFit } = layout;
  if (typeof zoom === 'number') return zoom;
  const natural = naturalSize(page, layout);
  const toWidth = Math.max(80, view.width - 2 * pageGap) / natural.width;
  const toHeight = Math.max(80, view.height - 2 * pageGap) / natural.height;
  return Math.min(mostFit, zoom === 'width' ? toWidth : Math.min(toWidth, toHeight));
}

/** How large a page is shown, as it stands after being turned. */
export function shownSize(page: readonly [number, number], layout: PageLayout): Size {
  const natural = naturalSize(page, layout);
  const scale = scaleOf(page, layout);
  return { width: Math.round(natural.width * scale), height: Math.round(natural.height * scale) };
}

/** The next step from where the zoom is now; the last one at either end. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const further = direction === 1 ? zoomSteps : zoomSteps.toReversed();
  const next = further.find((step) => (step - scale) * direction > 0.01);
  return next ?? further.at(-1) ?? 1;
}

export function turn(rotation: Rotation): Rotation {
  return ((rotation + 90) % 360) as Rotation;
}

/** The width in which a page is asked for: the smallest that is sharp on this screen. */
export function wantedWidth(shown: Size, { rotation }: PageLayout): number {
  const width = (rotation % 180 === 0 ? shown.width : shown.height) * Math.min(3, window.devicePixelRatio);
  return pageWidths.find((known) => known >= width) ?? pageWidths[pageWidths.length - 1] ?? width;
}
