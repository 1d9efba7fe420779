import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is too narrow for list and detail: a board then shows one at a time. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 56em)', false, { getInitialValueInEffect: false });
}
