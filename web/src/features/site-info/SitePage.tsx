import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/TabbedPage.tsx';

/** For site managers: alert, documents and support requests. */
export function SitePage(): ReactNode {
  return (
    <TabbedPage
      title="Site"
      tabs={[
        { to: '/Site', label: 'Alert' },
        { to: '/Site/Documents', label: 'Documents' },
        { to: '/Site/SupportRequests', label: 'Support requests' },
      ]}
    />
  );
}
