import { lazy } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';

// Loaded when it is opened.

export const AdvancedSearch = lazy(async () => {
  const { AdvancedSearch: component } = await loadChunk(() => import('./aps/AdvancedSearch.tsx'));
  return { default: component };
});
