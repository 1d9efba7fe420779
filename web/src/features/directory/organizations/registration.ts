import { findingOrganizations } from '@careloop/contracts/directory/organizations';
import { IconBuildingHospital } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../../shell/features.ts';

export const organizations: FeatureRegistration = {
  destinations: [
    {
      to: '/Organizations',
      label: 'Organizations',
      icon: IconBuildingHospital,
      about: 'Practices of the directory with their providers, addresses and users',
      section: 'Work',
      access: findingOrganizations,
      menu: 'none',
    },
  ],
};
