import { findingProviders } from '@careloop/contracts/directory/providers';
import { IconStethoscope } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { ProviderDialogsHost } from './ProviderDialogsHost.tsx';

export const directory: FeatureRegistration = {
  destinations: [
    {
      to: '/Providers',
      label: 'Providers',
      icon: IconStethoscope,
      about: 'Find, add and edit providers of the directory',
      section: 'Work',
      access: findingProviders,
      menu: 'main',
    },
  ],
  Dialogs: ProviderDialogsHost,
};
