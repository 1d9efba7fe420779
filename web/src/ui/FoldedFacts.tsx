import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Facts, isMissing, type Fact, type FactsProps } from './Facts.tsx';
import classes from './Facts.module.css';

/** Facts of which the missing ones are folded into "6 not stated". They are never printed. */
export function FoldedFacts({ facts, ...rest }: FactsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const stated = facts.filter(({ value }) => !isMissing(value));
  const missing = facts
    .filter(({ value }) => isMissing(value))
    .map((fact): Fact => ({ ...fact, isOnScreenOnly: true }));
  const shown = isOpen ? [...stated, ...missing] : stated;
  return (
    <>
      {shown.length > 0 && <Facts facts={shown} {...rest} />}
      {missing.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes['fold']}
          aria-expanded={isOpen}
          title={isOpen ? undefined : missing.map(({ label }) => label).join(', ')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide what is not stated' : `${missing.length} not stated`}
        </Button>
      )}
    </>
  );
}
