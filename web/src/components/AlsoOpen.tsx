import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';

/** Further ones are in the lists. */
const mostShown = 3;

/** Other open requests about the same patient, in one line. */
export function AlsoOpen({ links }: { links: readonly ReactElement[] }): ReactNode {
  if (links.length === 0) return null;
  return (
    <Callout>
      Also open for this patient:{' '}
      {links.slice(0, mostShown).map((link, index) => (
        <Fragment key={link.key}>
          {index > 0 && '; '}
          {link}
        </Fragment>
      ))}
      {links.length > mostShown && ' and more'}
    </Callout>
  );
}
