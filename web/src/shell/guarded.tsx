import type { RouteComponent } from '@tanstack/react-router';
import { PermissionDenied } from './PermissionDenied.tsx';
import { PermissionGate, type PermissionGateProps } from './PermissionGate.tsx';

/** Restricts a page to users who pass; everyone else sees why they may not open it. */
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
