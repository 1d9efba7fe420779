import type { RouteComponent } from '@tanstack/react-router';
import { PermissionDenied } from './PermissionDenied.tsx';
import { PermissionGate, type PermissionGateProps } from './PermissionGate.tsx';

/** A page only for users who pass; everybody else reads why not. */
export function guarded(gate: Pick<PermissionGateProps, 'all' | 'any'>, Page: RouteComponent): RouteComponent {
  function Guarded() {
    return (
      <PermissionGate {...gate} denied={<PermissionDenied />}>
        <Page />
      </PermissionGate>
    );
  }
  Guarded.preload = Page.preload;
  return Guarded;
}
