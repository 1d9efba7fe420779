import type { Screen } from './screen.ts';

const roles = ['coordinator'] as const;

export const directoryScreens: readonly Screen[] = [
  { name: 'providers', path: '/Providers', roles: ['coordinator', 'admin'] },
  { name: 'organizations', path: '/Organizations', roles },
  { name: 'organization', path: '/Organizations/1', roles: ['coordinator', 'drnguyen'] },
  { name: 'organization-new', path: '/Organizations/0?name=Elm%20Street%20Cardiology', roles },
];
