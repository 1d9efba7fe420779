import { anyOf } from '@careloop/contracts/access';
import { IconChartBar } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';

export const reports: FeatureRegistration = {
  destinations: [
    {
      to: '/Reports',
      label: 'Reports',
      icon: IconChartBar,
      about: 'Referral turnaround, leakage, queues and work in numbers',
      section: 'Work',
      access: anyOf('Reports', 'ReportsPowerBIGeneral', 'ReportsPowerBIInternal'),
      menu: 'main',
    },
  ],
};
