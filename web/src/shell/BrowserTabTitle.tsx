import { useEffect } from 'react';
import { useSession } from '../session/useSession.ts';

/** Replaces the route's title in the browser tab, for example with the patient's name. */
export function BrowserTabTitle({ title }: { title: string }): null {
  const { config } = useSession();
  useEffect(() => {
    document.title = `${config.productName} | ${title}`;
  }, [config.productName, title]);
  return null;
}
