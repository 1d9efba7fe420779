import type { Access } from '@careloop/contracts/access';
import type { RouteComponent } from '@tanstack/react-router';
import { useSession } from '../session/useSession.ts';
import { PermissionDenied } from './PermissionDenied.tsx';

/** Restricts a page to users with this access; everyone else sees why they may not open it. */
export function guarded(access: Access, Page: RouteComponent): RouteComponent {
  function Guarded() {
    return useSession().can(access) ? <Page /> : <PermissionDenied />;
  }
  Guarded.preload = Page.preload;
  return Guarded;
}
