import { atConsultation } from './referralSteps.ts';
import { press, type Screen } from './screen.ts';

export const referralScreens: readonly Screen[] = [
  { name: 'referrals', path: '/Referrals' },
  { name: 'referrals-outgoing', path: '/Referrals?direction=2' },
  { name: 'referrals-declined', path: '/Referrals?status=declined' },
  { name: 'referrals-overdue', path: '/Referrals?status=overdue' },
  { name: 'referral-answered', path: '/Referrals?searchTerm=Rodr%C3%ADguez', roles: ['coordinator'] },
  {
    name: 'referral-new',
    path: '/Patient/15',
    roles: ['drpatel'],
    open: press('button', 'New referral'),
  },
  {
    name: 'referral-edit',
    path: '/Referrals?direction=2&status=pending',
    roles: ['drnguyen', 'coordinator'],
    open: press('button', 'Edit referral'),
  },
  {
    name: 'referral-urgency',
    path: '/Referrals?direction=2&status=pending',
    roles: ['drnguyen', 'coordinator'],
    open: press('button', 'Change urgency'),
  },
  { name: 'referral-requests', path: '/referrals-lite' },
  { name: 'consultations', path: '/Consultations', roles: ['drpatel', 'drnguyen', 'coordinator'] },
  {
    name: 'consultation-new',
    path: '/Patient/15',
    roles: ['drpatel', 'coordinator'],
    open: atConsultation(1),
  },
  {
    name: 'consultation-answer',
    path: '/Consultations?direction=1',
    roles: ['drnguyen'],
    open: press('button', 'Answer'),
  },
];
