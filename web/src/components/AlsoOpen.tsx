import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';

/** Other open requests about the same patient, in one line. */
export function AlsoOpen({ links }: { links: readonly ReactElement[] }): ReactNode {
  if (links.length === 0) return null;
  return (
    <Callout>
      Also open for this patient:{' '}
      {links.map((link, index) => (
        <Fragment key={link.key}>
          {index > 0 && '; '}
          {link}
        </Fragment>
      ))}
    </Callout>
  );
}
