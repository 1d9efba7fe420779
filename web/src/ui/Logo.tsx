import type { ReactNode } from 'react';

/** The logo: a nearly closed loop, in the color of the surrounding text. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <path d="M16 4.5A11.5 11.5 0 1 0 27.5 16" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
      <circle cx="24.6" cy="7.4" r="3.6" fill="light-dark(#4fb8b0, #5cc4bc)" />
    </svg>
  );
}
