import { createContext } from 'react';

/** Where the steps are shown: on their own page, or in a dialog that already has a title. */
export const StepPlace = createContext<'page' | 'dialog'>('page');
