import { passes, type Access, type Feature, type Permission } from '@careloop/contracts/access';
import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getContext } from '@careloop/contracts/session';

export type Context = OutputOf<typeof getContext>;

/** Who is signed in and what they may do. */
export interface Session {
  user: Context['user'];
  permissions: ReadonlySet<Permission>;
  features: ReadonlySet<Feature>;
  /** Whether the user passes an endpoint's or a screen's access rule. */
  can: (access: Access) => boolean;
  config: Context['config'];
  /** Everything the server sent about this session and this installation. */
  context: Context;
}

/** A session as the screens use it. */
export function sessionOf(context: Context): Session {
  const permissions = new Set(context.permissions);
  return {
    user: context.user,
    permissions,
    features: new Set(context.features),
    can: (access) => passes(access, permissions),
    config: context.config,
    context,
  };
}
