import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './CollapsibleCard.module.css';

export interface CollapsibleCardProps {
  title: string;
  /** `h2` where the card stands right below the page's own heading; `h3` when left out. */
  heading?: 'h2' | 'h3';
  /** Right of the title: a count, a status. */
  detail?: ReactNode;
  /** Buttons in the head, outside of the one that opens. */
  action?: ReactNode;
  /** Whether it is open at first. True when left out. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** A section of a page that collapses under its title. */
export function CollapsibleCard(props: CollapsibleCardProps): ReactNode {
  const { title, heading: Heading = 'h3', detail, action, isOpenAtFirst = true, children } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={`${id}title`}>
      <div className={classes['head']}>
        <Heading className={classes['heading']}>
          <UnstyledButton
            id={`${id}title`}
            className={classes['button']}
            aria-expanded={isOpen}
            aria-controls={`${id}content`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={classes['caret']} data-open={isOpen || undefined} aria-hidden />
            {title}
          </UnstyledButton>
        </Heading>
        {detail !== undefined && <span className={classes['detail']}>{detail}</span>}
        {action}
      </div>
      <Collapse id={`${id}content`} expanded={isOpen}>
        <div className={classes['content']}>{children}</div>
      </Collapse>
    </section>
  );
}
