import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './HomePage.module.css';

interface CardProps {
  title: string;
  /** Right of the title: a link to the whole list. */
  link?: ReactNode;
  children: ReactNode;
}

/** A card on Home. */
export function Card({ title, link, children }: CardProps): ReactNode {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.card}>
      <div className={classes.cardHead}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {link}
      </div>
      {children}
    </section>
  );
}
