import { lazyPart } from '../../lib/lazyPart.tsx';

export const ShareItemsDialog = lazyPart(async () => (await import('./ShareItemsDialog.tsx')).ShareItemsDialog);
