import type { HttpApp, HttpDeps } from '../platform/http/httpApp.ts';
import type { AddressStandardizer } from './integrations/address-standardization/port.ts';
import type { Antivirus } from './integrations/antivirus/port.ts';
import type { PowerBi } from './integrations/power-bi/port.ts';
import type { Senders } from './integrations/senders.ts';

/** Dependencies of the routes of features. */
export interface Deps extends HttpDeps {
  antivirus: Antivirus;
  addressStandardizer: AddressStandardizer;
  /** Null if not configured. */
  powerBi: PowerBi | null;
  senders: Senders;
}

/** The HTTP application as features see it: they add their endpoints to it with `route()`. */
export interface App extends HttpApp {
  readonly deps: Deps;
}
