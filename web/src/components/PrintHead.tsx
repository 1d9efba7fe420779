import type { ComponentProps, ReactNode } from 'react';
import { PaperHead } from './PaperHead.tsx';
import { PrintLogo } from './PrintLogo.tsx';
import { useClientLogo } from './useClientLogo.ts';

interface PrintHeadProps extends Pick<ComponentProps<typeof PaperHead>, 'title' | 'meta' | 'children'> {
  /** One of the user's clients; defaults to theirs if there is only one. */
  clientId?: number | undefined;
  /** Called when the logo is shown, or is known to be missing. */
  onLogoReady?: () => void;
}

/** The top of a page that users print for themselves, such as a list, with the name of their client. */
export function PrintHead({ clientId, onLogoReady, ...page }: PrintHeadProps): ReactNode {
  const { logo } = useClientLogo(clientId);
  const mark = <PrintLogo clientId={clientId} {...(onLogoReady && { onReady: onLogoReady })} />;
  return <PaperHead mark={mark} letterhead={logo === undefined ? [] : [logo.displayName]} {...page} />;
}
