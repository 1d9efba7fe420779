import { press, type Screen } from './screen.ts';

export const referralScreens: readonly Screen[] = [
  { name: 'referrals', path: '/Referrals' },
  { name: 'referrals-outgoing', path: '/Referrals?direction=2' },
  { name: 'referrals-declined', path: '/Referrals?status=declined' },
  { name: 'referrals-overdue', path: '/Referrals?status=overdue' },
  {
    name: 'referral-new',
    path: '/Patient/15',
    roles: ['drpatel'],
    open: press('button', 'New referral'),
  },
];
