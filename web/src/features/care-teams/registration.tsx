import { signedIn } from '@careloop/contracts/access';
import { IconMailOpened } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';

export const careTeams: FeatureRegistration = {
  destinations: [
    {
      to: '/Patients/Invites',
      label: 'Invitations',
      icon: IconMailOpened,
      about: 'Care teams that invited you: accept or decline',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
  ],
};
