import { exportReferrals } from '@careloop/contracts/referrals/export';
import { ActionIcon, Group } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/download.ts';
import { presentError } from '../../../api/presentError.ts';
import { stringifySearch } from '../../../lib/search.ts';
import { SavedViews } from '../../saved-views/shared/SavedViews.tsx';
import { referralFiltersSearch } from '../search.ts';
import { filtersOf, timeZone, viewOf, type ListState } from './listState.ts';

/** Actions on the filtered list: save it as a view, export it, print it. */
export function ReferralListTools({ state, isEmpty }: { state: ListState; isEmpty: boolean }): ReactNode {
  const { search, go } = state;
  const download = useMutation({
    mutationFn: () => downloadFile(exportReferrals, { ...filtersOf(search), timeZone }),
    onError: (error) => presentError(error, { prefix: 'The list was not exported.' }),
  });
  return (
    <Group gap={0} wrap="nowrap">
      <SavedViews
        isCompact
        screen="referrals"
        current={viewOf(search)}
        onApply={(view) => go(() => referralFiltersSearch.parse(view), false)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Export CSV"
        title="Export CSV"
        disabled={isEmpty}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        <IconFileSpreadsheet size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        aria-label="Print list"
        title="Print list"
        href={`/provider/Referrals/Print${stringifySearch(viewOf(search))}`}
        target="_blank"
        rel="noopener"
      >
        <IconPrinter size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
