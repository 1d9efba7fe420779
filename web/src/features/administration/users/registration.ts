import { allOf } from '@careloop/contracts/access';
import { IconUserCog } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../../shell/features.ts';

export const userAdministration: FeatureRegistration = {
  destinations: [
    {
      to: '/Users',
      label: 'Users',
      icon: IconUserCog,
      about: 'Add and change users, what they may do and for whom they act',
      section: 'Administration',
      access: allOf('ManageUsers'),
      menu: 'user',
    },
  ],
};
