/**
 * What became of something that was sent. `kept`: no service is set up for its channel, so it stands in the ledger and
 * never left the product.
 */
export const deliveryStatuses = ['queued', 'sending', 'delivered', 'kept', 'failed', 'unknown'] as const;
