import { allOf } from '@careloop/contracts/access';
import { IconBuildingCommunity } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../../shell/features.ts';

export const managedClients: FeatureRegistration = {
  destinations: [
    {
      to: '/Clients',
      label: 'Clients',
      icon: IconBuildingCommunity,
      about: 'Client organizations, clients with their settings, markets and facilities',
      section: 'Administration',
      access: allOf('ManageSite'),
      menu: 'user',
    },
  ],
};
