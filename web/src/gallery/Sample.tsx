import { useState, type ReactNode } from 'react';
import classes from './Gallery.module.css';

/** A widget with its states side by side. */
export function Widget({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }): ReactNode {
  return (
    <article aria-label={name} className={classes['widget']}>
      <h3 className={classes['name']}>{name}</h3>
      <div className={classes['states']} data-wide={isWide || undefined}>
        {children}
      </div>
    </article>
  );
}

/** One state of a widget. */
export function State({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div role="group" aria-label={name} className={classes['state']}>
      <p className={classes['stateName']} aria-hidden>
        {name}
      </p>
      {children}
    </div>
  );
}

/** An interactive state of a widget, which keeps its value. */
export function Live<Value>(props: {
  name: string;
  initial: Value;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}): ReactNode {
  const [value, setValue] = useState(props.initial);
  return <State name={props.name}>{props.children(value, setValue)}</State>;
}
