import { exportTexts } from '@careloop/contracts/sharing/documentExport';

import { UndeliverableError } from '../../core/integrations/sender.ts';

/**
 * Refuses to send a packet that lacks something: its recipient cannot open the portal, and its sender would not notice.
 * @throws UndeliverableError
 */
export function requireComplete(leftOut: readonly string[]): void {
  if (leftOut.length > 0) throw new UndeliverableError(exportTexts.leftOut(leftOut.join(', ')));
}
