import { Component, type ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { reportError } from '../api/reportError.ts';
import { forgetKeptData } from '../lib/storage.ts';
import { FatalError } from './FatalError.tsx';

interface Caught {
  cause: unknown;
  reference: string;
}

/**
 * Catches errors that no page caught, shows them and logs them. Cached data is dropped, since it may have caused the error.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: Caught | undefined }> {
  override state: { caught: Caught | undefined } = { caught: undefined };

  static getDerivedStateFromError(cause: unknown): { caught: Caught } {
    return { caught: { cause, reference: toApiError(cause).reference } };
  }

  override componentDidCatch(error: unknown): void {
    const { caught } = this.state;
    if (caught !== undefined) reportError({ error, reference: caught.reference, kind: 'render' });
    forgetKeptData();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === undefined ? this.props.children : <FatalError {...caught} />;
  }
}
