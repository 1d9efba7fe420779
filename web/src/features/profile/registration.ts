import { signedIn } from '@careloop/contracts/access';
import { IconUserCircle } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';

export const profile: FeatureRegistration = {
  destinations: [
    {
      to: '/Profile',
      label: 'Profile',
      icon: IconUserCircle,
      about: 'Your account, your password, and where you are signed in',
      section: 'Account',
      access: signedIn,
      menu: 'both',
    },
  ],
};
