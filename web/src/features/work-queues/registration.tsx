import { allOf } from '@careloop/contracts/access';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { FeatureRegistration } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';

function OpenItems(): ReactNode {
  const { data } = useQuery(queryOf(getWorkQueues, {}));
  return <NavBadge count={data?.openCount ?? 0} of="open items" one="open item" />;
}

export const workQueues: FeatureRegistration = {
  destinations: [
    {
      to: '/WorkQueues',
      label: 'Work Queues',
      icon: IconListCheck,
      about: 'Referrals and requests to be processed',
      section: 'Work',
      access: allOf('ManageWorkQueues'),
      menu: 'main',
      Badge: OpenItems,
    },
  ],
};
