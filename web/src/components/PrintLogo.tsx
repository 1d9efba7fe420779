import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { Picture } from '../ui/Picture.tsx';
import classes from './PrintLogo.module.css';
import { useClientLogo } from './useClientLogo.ts';

interface PrintLogoProps {
  /** The client that the page is about; defaults to the user's client if there is only one. */
  clientId?: number | undefined;
  /** Called when the page can be printed, also if there is no logo. */
  onReady?: () => void;
}

/** The logo of a printed page: that of its client, or of this subdomain. */
export function PrintLogo({ clientId, onReady }: PrintLogoProps): ReactNode {
  const { productName } = useSession().config;
  const { isPending, logo, picture } = useClientLogo(clientId);
  if (isPending) return null;
  const given = { className: classes['logo'], onLoad: onReady, onError: onReady };
  if (picture === undefined) return <img src="/provider/branding/logo" alt={productName} {...given} />;
  return <Picture blob={picture} alt={logo?.displayName ?? productName} {...given} />;
}
