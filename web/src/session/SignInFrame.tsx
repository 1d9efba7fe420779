import { useEffect, type ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import { SignInIllustration } from './SignInIllustration.tsx';
import classes from './SignIn.module.css';
import { useSignInOptions } from './signInOptions.ts';

export interface SignInFrameProps {
  /** Title of the browser tab. */
  title: string;
  /** Says something instead of a form, such as that the server is slow or away: it appears without asking the server. */
  isNotice?: boolean;
  children: ReactNode;
}

/** Layout around the sign-in form: product name and illustration. */
export function SignInFrame({ title, isNotice = false, children }: SignInFrameProps): ReactNode {
  const { productName, environmentName, isPending } = useSignInOptions(!isNotice);
  useEffect(() => {
    document.title = `${productName} | ${title}`;
  }, [productName, title]);
  return (
    <div className={classes['page']}>
      <aside className={classes['panel']}>
        <p className={classes['brand']}>
          <Logo size={30} /> {productName}
          {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
        </p>
        <div className={classes['picture']}>
          <SignInIllustration />
        </div>
        <div className={classes['promise']}>
          <p>Every referral comes full circle.</p>
          <p>Send it, follow it, and know how it ended.</p>
        </div>
      </aside>
      <main className={classes['side']}>
        <div className={classes['box']} data-waiting={isPending || undefined}>
          {children}
        </div>
      </main>
    </div>
  );
}
