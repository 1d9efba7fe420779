import { useRouter } from '@tanstack/react-router';

/**
 * Returns whether a navigation is in progress: a debounced search must not pull the user back after they followed a link.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => {
    const { location, resolvedLocation } = router.state;
    return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
  };
}
