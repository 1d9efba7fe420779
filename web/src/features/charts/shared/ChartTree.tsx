import type { PatientDocument } from '@careloop/contracts/charts';
import { Box, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import {
  chartViews,
  groupCharts,
  matchesChartSearch,
  selectionCounter,
  toggleDocuments,
  type ChartView,
} from './chartGroups.ts';
import { ChartTreeList } from './ChartTreeList.tsx';

export interface ChartTreeProps {
  documents: readonly PatientDocument[];
  /** Ids of the checked documents. */
  checked: readonly number[];
  onChange: (checked: number[]) => void;
  /** The document shown beside the tree. */
  shownId: number | null;
  onShow: (patientDocumentId: number) => void;
  /** What the tree holds, for screen readers. */
  label: string;
}

const isView = (value: string): value is ChartView => chartViews.some((view) => view.value === value);

/** A tree of documents by visit, date or chart type to check and to look into (specification 3, section 2). */
export function ChartTree({ documents, checked, onChange, shownId, onShow, label }: ChartTreeProps): ReactNode {
  const [view, setView] = useState<ChartView>('visit');
  const [term, setTerm] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const checkedIds = useMemo(() => new Set(checked), [checked]);
  const isSearching = term.trim() !== '';
  const groups = useMemo(() => {
    const found = isSearching ? documents.filter((document) => matchesChartSearch(document, term)) : documents;
    return groupCharts(found, view);
  }, [documents, isSearching, term, view]);
  const shown = groups.flatMap((group) => group.documents);
  const areAllChecked = shown.length > 0 && shown.every((document) => checkedIds.has(document.patientDocumentId));
  const toggle = (some: readonly PatientDocument[]) => onChange([...toggleDocuments(some, checkedIds)]);

  return (
    <Stack gap="xs" h="100%" mih={0}>
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label="Group by"
          value={view}
          onChange={(value) => isView(value) && setView(value)}
          data={[...chartViews]}
        />
        <Text size="sm" fw={600} aria-live="polite">
          {selectionCounter(documents, checkedIds)}
        </Text>
      </Group>
      <TextInput
        aria-label="Search documents"
        placeholder="Search documents"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <Group gap={4}>
        <Button variant="subtle" size="compact-sm" disabled={shown.length === 0} onClick={() => toggle(shown)}>
          {areAllChecked ? 'Unselect all' : 'Select all'}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(new Set(groups.map((group) => group.key)))}>
          Expand all
        </Button>
        <Button variant="subtle" size="compact-sm" disabled={isSearching} onClick={() => setOpened(new Set())}>
          Collapse all
        </Button>
      </Group>
      <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
        {shown.length === 0 ? (
          <Text p="md" c="dimmed" role="status">
            {isSearching ? 'No results found' : 'No items found'}
          </Text>
        ) : (
          <ChartTreeList
            label={label}
            groups={groups}
            isOpen={(key) => isSearching || opened.has(key)}
            onOpenChange={(keys, isOpen) => {
              const others = [...opened].filter((key) => !keys.includes(key));
              setOpened(new Set(isOpen ? [...others, ...keys] : others));
            }}
            checked={checkedIds}
            onToggle={toggle}
            shownId={shownId}
            onShow={onShow}
          />
        )}
      </Box>
    </Stack>
  );
}
