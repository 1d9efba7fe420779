import { lazy } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';

/** Loaded when it is opened: calendars are not part of any first screen. */
export const UploadChartDialog = lazy(async () => {
  const { UploadChartDialog: component } = await loadChunk(() => import('../upload/UploadChartDialog.tsx'));
  return { default: component };
});
