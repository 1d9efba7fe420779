import { useEffect } from 'react';
import { useSession } from '../session/useSession.ts';

/** A better name for the browser's tab than the route's: the patient's, or what stands in place of the page. */
export function PageTitle({ title }: { title: string }): null {
  const { config } = useSession();
  useEffect(() => {
    document.title = `${config.productName} | ${title}`;
  }, [config.productName, title]);
  return null;
}
