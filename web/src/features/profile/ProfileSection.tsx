import { useId, type ReactNode } from 'react';
import classes from './Profile.module.css';

export interface ProfileSectionProps {
  title: string;
  /** Its purpose, in a sentence or two. */
  text: string;
  children: ReactNode;
}

/** A section of the profile: description on the left, state and actions on the right. */
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
