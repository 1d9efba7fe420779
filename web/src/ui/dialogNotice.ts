import { createContext, type ReactNode } from 'react';

/** What is said at the top of a dialog that opened at a time; `App` provides it. */
export const DialogNotice = createContext<(openedAt: number) => ReactNode>(() => null);
