import { signedIn } from '@careloop/contracts/access';
import { IconChecklist } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';

export const tasks: FeatureRegistration = {
  destinations: [
    {
      to: '/Tasks',
      label: 'My tasks',
      icon: IconChecklist,
      about: 'What is assigned to you, by due date',
      section: 'Work',
      access: signedIn,
      menu: 'none',
    },
  ],
};
