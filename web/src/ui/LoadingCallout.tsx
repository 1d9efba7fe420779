import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout, type CalloutProps } from './Callout.tsx';

export interface LoadingCalloutProps extends Pick<CalloutProps, 'title' | 'action'> {
  /** Defaults to "Loading...". */
  children?: ReactNode;
}

/** Progress message, for places where a skeleton would not say what is happening. */
export function LoadingCallout({ children = 'Loading...', ...rest }: LoadingCalloutProps): ReactNode {
  return (
    <Callout tone="neutral" icon={<Loader size={16} color="var(--tone-text)" aria-hidden />} {...rest}>
      {children}
    </Callout>
  );
}
