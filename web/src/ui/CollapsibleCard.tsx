import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './CollapsibleCard.module.css';

export interface CollapsibleCardProps {
  title: string;
  /** Use `h2` when the card is directly below the page's own heading; defaults to `h3`. */
  heading?: 'h2' | 'h3';
  /** Right of the title: a count, a status. */
  detail?: ReactNode;
  /** Buttons in the header, outside the button that toggles the card. */
  action?: ReactNode;
  /** Whether it starts open; defaults to true. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** A page section that collapses under its title. */
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
