import { press, type Screen } from './screen.ts';

const roles = ['drpatel', 'drnguyen', 'office', 'coordinator', 'outsider'] as const;

export const messageScreens: readonly Screen[] = [
  { name: 'messages', path: '/Messages', roles },
  { name: 'messages-unread', path: '/Messages?unreadOnly=true', roles },
  { name: 'message-new', path: '/Messages', roles, open: press('button', 'New Message') },
];
