import { allOf, anyOf, type Permission } from '@careloop/contracts/access';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';

export interface PermissionGateProps {
  /** All of these are required. */
  all?: readonly Permission[];
  /** One of these is sufficient. */
  any?: readonly Permission[];
  /** Shown to users who do not pass; defaults to nothing. */
  denied?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its content to users who hold all of, or any of, the named permissions.
 * @throws Error when both are set
 */
export function PermissionGate({ all, any, denied = null, children }: PermissionGateProps): ReactNode {
  const session = useSession();
  if (all !== undefined && any !== undefined) throw new Error('PermissionGate takes either all or any, not both');
  return session.can(any === undefined ? allOf(...(all ?? [])) : anyOf(...any)) ? children : denied;
}
