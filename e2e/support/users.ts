/** The password of every demo user. */
export const password = 'careloop-demo';

export type Username =
  | 'admin'
  | 'coordinator'
  | 'drpatel'
  | 'drnguyen'
  | 'office'
  | 'frontdesk'
  | 'outsider'
  | 'drobrien'
  | 'drrosenberg';
