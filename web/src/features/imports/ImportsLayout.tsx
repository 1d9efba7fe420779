import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/TabbedPage.tsx';

/** What imports did, and what they could not keep. */
export function ImportsLayout(): ReactNode {
  return (
    <TabbedPage
      title="Imports"
      tabs={[
        { to: '/Imports', label: 'Runs' },
        { to: '/Imports/NotRead', label: 'Could not be read' },
      ]}
    />
  );
}
