export const deliveryChannels = ['email', 'direct', 'sms', 'fax', 'emr'] as const;

/**
 * Status of a delivery. `kept`: no service is configured for its channel, so it is only in the ledger and was not sent.
 */
export const deliveryStatuses = ['queued', 'sending', 'delivered', 'kept', 'failed', 'unknown'] as const;
