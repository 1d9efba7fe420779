import { lazy } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';

/** Loaded when it is opened: no first screen needs calendars. */
export const UploadChartDialog = lazy(async () => {
  const { UploadChartDialog: component } = await loadChunk(() => import('../upload/UploadChartDialog.tsx'));
  return { default: component };
});
