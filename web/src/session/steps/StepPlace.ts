import { createContext } from 'react';

/** Where the steps stand: on a page of their own, or in a dialog that has a title already. */
export const StepPlace = createContext<'page' | 'dialog'>('page');
