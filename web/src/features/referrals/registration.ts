import { signedIn } from '@careloop/contracts/access';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { UnreadAnswersBadge } from './UnreadAnswersBadge.tsx';

export const referrals: FeatureRegistration = {
  destinations: [
    {
      to: '/Referrals',
      label: 'Referrals',
      icon: IconArrowsLeftRight,
      about: 'Referrals you sent and received, and where they stand',
      section: 'Work',
      access: signedIn,
      feature: 'canManageReferrals',
      menu: 'main',
      Badge: UnreadAnswersBadge,
    },
    {
      to: '/referrals-lite',
      label: 'Referral Requests',
      icon: IconArrowsLeftRight,
      about: 'Referral requests you are part of, to read and to answer',
      section: 'Work',
      access: signedIn,
      withoutFeature: 'canManageReferrals',
      menu: 'main',
      Badge: UnreadAnswersBadge,
    },
  ],
};
