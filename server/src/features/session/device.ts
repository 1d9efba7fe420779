import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

/**
 * Describes the device of a session: "Chrome on Windows". Only known names are shown; any other user agent is an unknown
 * device.
 */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  const browserName = known(browser.name, BROWSER_MAP);
  const osName = known(os.name, OS_MAP);
  if (browserName === undefined) return osName === undefined ? 'Unknown device' : `Unknown browser on ${osName}`;
  return osName === undefined ? browserName : `${browserName} on ${osName}`;
}

function known(name: string | undefined, names: Record<string, string>): string | undefined {
  return Object.values(names).find((one) => one === name);
}
