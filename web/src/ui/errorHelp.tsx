import { createContext, use, type ReactNode } from 'react';
import classes from './States.module.css';

/** Opens a support request about the given error code. Null when nobody is signed in. */
export const ErrorHelp = createContext<((errorCode: string | undefined) => void) | null>(null);

/** Link from an error to a support request with its code (docs/domain/screens.md). */
export function SupportLink({ errorCode }: { errorCode: string | undefined }): ReactNode {
  const openSupport = use(ErrorHelp);
  return openSupport === null ? null : (
    <button type="button" className={classes['support']} onClick={() => openSupport(errorCode)}>
      Submit a Support Request
    </button>
  );
}
