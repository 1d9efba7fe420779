import { lazyPart } from '../../../lib/lazyPart.tsx';

/** The dialog for a new message, loaded when it is opened. */
export const NewMessageDialog = lazyPart(
  async () => (await import('../compose/NewMessageDialog.tsx')).NewMessageDialog,
);
