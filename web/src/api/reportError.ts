// Placeholder until the client error report is written by its owner.
export function reportError(_: {
  error: unknown;
  reference: string;
  kind: 'render' | 'unhandled' | 'chunk' | 'api' | 'realtime';
}): void {}
