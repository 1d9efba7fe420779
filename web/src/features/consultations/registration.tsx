import { signedIn } from '@careloop/contracts/access';
import { IconPill } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { UnreadAnswersBadge } from './UnreadAnswersBadge.tsx';

export const consultations: FeatureRegistration = {
  destinations: [
    {
      to: '/Consultations',
      label: 'Consultations',
      icon: IconPill,
      about: 'Medication consultations you sent and received, and their answers',
      section: 'Work',
      access: signedIn,
      menu: 'main',
      Badge: UnreadAnswersBadge,
    },
  ],
};
