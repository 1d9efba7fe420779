import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../session/useSession.ts';

/**
 * Sets the browser tab's title from the route: "Careloop | Referrals". A screen can override it with `BrowserTabTitle`. A
 * route without a title only logs a warning (docs/domain/screens.md).
 */
export function RouteTitle(): null {
  const { productName } = useSession().config;
  const { path, title } = useRouterState({
    select: ({ matches, location }) => ({
      path: location.pathname,
      title: matches.at(-1)?.staticData.title,
    }),
    structuralSharing: true,
  });
  useEffect(() => {
    if (title === undefined) console.warn(`The screen at ${path} has no title`);
    document.title = title === undefined ? productName : `${productName} | ${title}`;
  }, [productName, path, title]);
  return null;
}
