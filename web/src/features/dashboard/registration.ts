import { signedIn } from '@careloop/contracts/access';
import { IconHome } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';

export const dashboard: FeatureRegistration = {
  destinations: [
    {
      to: '/',
      label: 'Home',
      icon: IconHome,
      about: 'What is waiting for you today',
      section: 'Work',
      access: signedIn,
      menu: 'main',
    },
  ],
};
