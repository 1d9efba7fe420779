import { countDuplicates, reviewing } from '@careloop/contracts/duplicates';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { FeatureRegistration } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';

function OpenPairs(): ReactNode {
  const { data } = useQuery(queryOf(countDuplicates, {}));
  return <NavBadge count={data?.openCount ?? 0} of="possible duplicates" one="possible duplicate" />;
}

export const duplicates: FeatureRegistration = {
  destinations: [
    {
      to: '/Duplicates',
      label: 'Possible duplicates',
      icon: IconUsersGroup,
      about: 'Records that may be one person: compare them, merge them or keep them apart',
      section: 'Patients',
      access: reviewing,
      menu: 'main',
      Badge: OpenPairs,
    },
  ],
};
