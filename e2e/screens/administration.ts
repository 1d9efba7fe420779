import { press, type Screen } from './screen.ts';

const roles = ['admin'] as const;

export const administrationScreens: readonly Screen[] = [
  { name: 'users', path: '/Users', roles },
  { name: 'user-add', path: '/Users', roles, open: press('button', 'Add user') },
];
