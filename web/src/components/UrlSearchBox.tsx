import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SearchBox, type SearchBoxProps } from '../ui/SearchBox.tsx';

/**
 * A search field whose term is kept in the URL. A search that was typed before a link was followed is dropped: it
 * would pull the user back.
 */
export function UrlSearchBox({ onSearch, ...props }: SearchBoxProps): ReactNode {
  const router = useRouter();
  const search = (term: string) => {
    const { location, resolvedLocation } = router.state;
    const isLeaving = resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
    if (!isLeaving) onSearch(term);
  };
  return <SearchBox {...props} onSearch={search} />;
}
