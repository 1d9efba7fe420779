import { createStore } from '../../../lib/store.ts';

/** A provider shown in a dialog: in the editor for whoever may edit, else to be read. */
export interface OpenProvider {
  healthcareProviderId: number;
}

/** The provider whose dialog is open; undefined while there is none. */
export const openedProvider = createStore<OpenProvider | undefined>(undefined);

/** Opens "Edit Info", or "View Info" for whoever may not edit, over whatever is on the screen. */
export function openProviderEditor(healthcareProviderId: number): void {
  openedProvider.set({ healthcareProviderId });
}

/** Whether "Add/Find Provider" is open. */
export const isFindingProvider = createStore(false);

/** Opens "Add/Find Provider". */
export function openFindProvider(): void {
  isFindingProvider.set(true);
}
