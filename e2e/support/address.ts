/** Where the product of this run is, as in http://127.0.0.1:41234 */
export function address(): string {
  const found = process.env['CARELOOP_ADDRESS'];
  if (found === undefined) throw new Error('The product was not started: run the journeys by Playwright');
  return found;
}
