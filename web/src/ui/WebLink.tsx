import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A web address that users entered, as a link that opens a new tab. Its rule is `urlProblem`, so it is http or https. */
export function WebLink({ href }: { href: string }): ReactNode {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title="Opens in a new tab"
      inherit
      style={{ overflowWrap: 'anywhere' }}
    >
      {href}
    </Anchor>
  );
}
