/**
 * Sends to one recipient after the other; a failing address does not stop the others.
 * @throws the first failure, after all were tried
 */
export async function sendToEach<Recipient>(
  recipients: readonly Recipient[],
  send: (recipient: Recipient) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recipient of recipients) await send(recipient).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
