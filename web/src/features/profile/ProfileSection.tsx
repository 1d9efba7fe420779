import { useId, type ReactNode } from 'react';
import classes from './Profile.module.css';

export interface ProfileSectionProps {
  title: string;
  /** What it is for, in a sentence or two. */
  text: string;
  children: ReactNode;
}

/** A subject of the profile: what it is on the left, what it says and can do on the right. */
export function ProfileSection({ title, text, children }: ProfileSectionProps): ReactNode {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={classes['about']}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={classes['card']}>{children}</div>
    </section>
  );
}
