import type { Screen } from './screen.ts';

const roles = ['admin'] as const;

export const siteScreens: readonly Screen[] = [
  { name: 'site-alert', path: '/Site', roles },
  { name: 'site-documents', path: '/Site/Documents', roles },
  { name: 'support-requests', path: '/Site/SupportRequests', roles },
];
