import { allOf } from '@careloop/contracts/access';
import { IconListSearch } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../../shell/features.ts';

export const auditViewer: FeatureRegistration = {
  destinations: [
    {
      to: '/Audit',
      label: 'Audit',
      icon: IconListSearch,
      about: 'Who opened, changed or was refused what, when and from where',
      section: 'Administration',
      access: allOf('ViewAuditLog'),
      menu: 'user',
    },
  ],
};
