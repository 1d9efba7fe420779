import { press, type Screen } from './screen.ts';

export const shellScreens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-help', path: '/', open: press('button', 'Help') },
  { name: 'home-user', path: '/', open: press('button', /account|^.*menu/i) },
  { name: 'home-palette', path: '/', open: async (page) => await page.keyboard.press('Control+k') },
  { name: 'profile', path: '/Profile' },
  { name: 'profile-provider', path: '/Profile?tab=0', roles: ['drpatel'] },
  { name: 'profile-notifications', path: '/Profile?tab=2', roles: ['drpatel', 'office'] },
  { name: 'profile-deny', path: '/Profile?tab=1', roles: ['drnguyen'], open: press('button', /^Deny/) },
  { name: 'sitemap', path: '/Sitemap' },
  { name: 'unauthorized', path: '/Unauthorized', hasError: false },
  { name: 'release-notes', path: '/ReleaseNotes/latest' },
];
