import type { Screen } from './screen.ts';

const roles = ['admin'] as const;

export const siteScreens: readonly Screen[] = [
  { name: 'help', path: '/Help' },
  { name: 'help-page', path: '/Help/send-a-referral' },
  { name: 'site-alert', path: '/Site', roles },
  { name: 'site-documents', path: '/Site/Documents', roles },
  { name: 'imports', path: '/Imports', roles },
  { name: 'imports-not-read', path: '/Imports/NotRead', roles },
  { name: 'support-requests', path: '/Site/SupportRequests', roles },
];
