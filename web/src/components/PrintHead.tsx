import type { ReactNode } from 'react';
import classes from './PrintHead.module.css';
import { PrintLogo } from './PrintLogo.tsx';
import { useClientLogo } from './useClientLogo.ts';

interface PrintHeadProps {
  /** The client whose paper it is; defaults to the user's client if there is only one. */
  clientId?: number | undefined;
  /** Lines beside the logo: name, address and phone of who writes. Defaults to the client's name. */
  letterhead?: readonly string[];
  title: string;
  /** Below the title: "Routine · Sent 11/16/26". */
  meta: string;
  /** Called when the logo is shown, or is known to be missing. */
  onLogoReady?: () => void;
  /** Buttons, which stay on the screen. */
  children?: ReactNode;
}

/** The top of everything that leaves on paper: logo and letterhead, then the title. */
export function PrintHead({ clientId, title, meta, onLogoReady, children, ...given }: PrintHeadProps): ReactNode {
  const { logo } = useClientLogo(clientId);
  const letterhead = given.letterhead ?? (logo === undefined ? [] : [logo.displayName]);
  return (
    <header>
      <div className={classes['head']}>
        <PrintLogo clientId={clientId} {...(onLogoReady && { onReady: onLogoReady })} />
        <address className={classes['letterhead']}>
          {letterhead.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        {children !== undefined && <div className={classes['actions']}>{children}</div>}
      </div>
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['meta']}>{meta}</p>
    </header>
  );
}
