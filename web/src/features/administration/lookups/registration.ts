import { allOf } from '@careloop/contracts/access';
import { IconListDetails } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../../shell/features.ts';

export const lookups: FeatureRegistration = {
  destinations: [
    {
      to: '/Lookups',
      label: 'Lookups',
      icon: IconListDetails,
      about: 'Options of forms: specialties, provider tags, affiliations, insurance',
      section: 'Administration',
      access: allOf('ManageSite'),
      menu: 'user',
    },
  ],
};
