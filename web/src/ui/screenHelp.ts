import { createContext, type ReactNode } from 'react';

/** Link to the help page about the screen, shown beside its title; `App` provides it. */
export const ScreenHelpLink = createContext<ReactNode>(null);
