import { allOf } from '@careloop/contracts/access';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { documentLinks } from './documentLinks.ts';
import { SiteAlertBanner } from './SiteAlertBanner.tsx';

export const siteInfo: FeatureRegistration = {
  destinations: [
    {
      to: '/Site',
      label: 'Site',
      icon: IconSpeakerphone,
      about: 'The site alert, release notes and policies, and support requests',
      section: 'Administration',
      access: allOf('ManageSite'),
      menu: 'user',
    },
  ],
  documents: documentLinks,
  Banner: SiteAlertBanner,
};
