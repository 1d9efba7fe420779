import { IconMessage2Question } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { openSupportRequest } from './supportRequest.ts';
import { SupportRequestHost } from './SupportRequestHost.tsx';

export const support: FeatureRegistration = {
  help: [
    {
      label: 'Submit a Support Request',
      keywords: 'help contact problem',
      icon: IconMessage2Question,
      run: () => openSupportRequest(),
    },
  ],
  Dialogs: SupportRequestHost,
};
