import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/TabbedPage.tsx';

/** Cases that imports could not decide: records of one person, providers with one NPI, values edited here. */
export function DuplicatesLayout(): ReactNode {
  return (
    <TabbedPage
      title="Possible duplicates"
      tabs={[
        { to: '/Duplicates', label: 'Patients' },
        { to: '/Duplicates/Providers', label: 'Providers' },
        { to: '/Duplicates/EditedValues', label: 'Edited values' },
        { to: '/Duplicates/EditedProviders', label: 'Edited provider values' },
      ]}
    />
  );
}
