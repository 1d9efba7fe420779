import { useRouter } from '@tanstack/react-router';

/**
 * Tells whether another page is on its way: a search that was typed just before a link was followed must not call the
 * reader back.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => {
    const { location, resolvedLocation } = router.state;
    return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
  };
}
