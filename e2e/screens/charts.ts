import { inTurn, press, type Screen } from './screen.ts';

const reader = ['drpatel'] as const;

export const chartScreens: readonly Screen[] = [
  { name: 'reading-room', path: '/Patient/29/charts', roles: reader },
  {
    name: 'upload',
    path: '/Patient/15?section=documents',
    roles: reader,
    open: inTurn(press('button', /upload/i)),
  },
];
