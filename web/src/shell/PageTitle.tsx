import { useEffect } from 'react';
import { useSession } from '../session/useSession.ts';

/** Names the page in the browser's tab: "Careloop | Referrals". */
export function PageTitle({ title }: { title: string }): null {
  const { config } = useSession();
  useEffect(() => {
    document.title = `${config.productName} | ${title}`;
  }, [config.productName, title]);
  return null;
}
