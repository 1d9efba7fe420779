import { useEffect, type ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import { LoopPicture } from './LoopPicture.tsx';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

const productName = 'Careloop';

export interface SignInPageProps {
  notice: ReactNode;
  onFirstInput?: () => void;
}

/** Who are you? */
export function SignInPage({ notice, onFirstInput }: SignInPageProps): ReactNode {
  useEffect(() => {
    document.title = `${productName} | Sign in`;
  }, []);
  return (
    <div className={classes['page']}>
      <aside className={classes['panel']}>
        <p className={classes['brand']}>
          <Logo size={30} /> {productName}
        </p>
        <div className={classes['picture']}>
          <LoopPicture />
        </div>
        <div className={classes['promise']}>
          <p>Every referral comes full circle.</p>
          <p>Send it, follow it, and know how it ended.</p>
        </div>
      </aside>
      <main className={classes['side']}>
        <div className={classes['box']}>
          <h1>Sign in</h1>
          <SignInForm notice={notice} onFirstInput={onFirstInput} />
        </div>
      </main>
    </div>
  );
}
