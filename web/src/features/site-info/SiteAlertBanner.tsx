import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The alert above every screen. Its code is loaded after the first screen, and a failure to load is ignored. */
export function SiteAlertBanner(): ReactNode {
  const [Alert, setAlert] = useState<ComponentType>();
  useEffect(() => {
    import('./SiteAlert.tsx').then(
      ({ SiteAlert }) => setAlert(() => SiteAlert),
      () => console.warn('The site alert could not be loaded'),
    );
  }, []);
  return Alert === undefined ? null : <Alert />;
}
