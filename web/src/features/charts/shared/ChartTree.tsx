import { chartKeyOf, type ChartKey, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { chartViewLabels, chartViewModes, type ChartViewMode } from '@careloop/contracts/charts/tree';
import { Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { areAllChosen, leavesOf, parentsAbove, parentsOf, toggleLeaves } from '../../../ui/tree.ts';
import type { TreeChoices } from './chartAddress.ts';
import { pickedItems, selectionCounter, type ChartItem } from './chartItems.ts';
import { ChartTreeList } from './ChartTreeList.tsx';
import type { TreeView } from './useTreeView.ts';

export interface ChartPicking {
  selected: readonly ChartSelection[];
  onSelect: (selected: ChartSelection[]) => void;
  /** Charts already sent with the request that is edited. */
  sent?: readonly SentChart[] | undefined;
}

export interface ChartTreeProps {
  view: TreeView;
  items: ReadonlyMap<ChartKey, ChartItem>;
  /** Lets charts be checked; without it, they can only be read. */
  picking?: ChartPicking;
  /** The chart shown beside the tree. */
  shownKey: string | null;
  onShow: (key: string) => void;
  choices: TreeChoices;
  onChoose: (choices: TreeChoices) => void;
  /** Label of the tree for screen readers. */
  label: string;
}

const isViewMode = (value: string): value is ChartViewMode => chartViewModes.some((mode) => mode === value);
const viewModes = chartViewModes.map((value) => ({ value, label: chartViewLabels[value] }));

/** A tree of charts by visit, date or chart type, to check and to open (docs/domain/charts.md). */
export function ChartTree(props: ChartTreeProps): ReactNode {
  const { view, items, picking, label, shownKey, onShow, choices, onChoose } = props;
  const { nodes, term, setTerm, isSearching } = view;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(['group/patient']));
  const open = (keys: readonly string[]) => setOpened((old) => new Set([...old, ...keys]));
  const above = shownKey === null ? '' : parentsAbove(nodes, shownKey).join('\n');
  const [revealed, setRevealed] = useState('');
  if (above !== revealed) {
    setRevealed(above);
    if (above !== '') open(above.split('\n'));
  }
  const selected = picking?.selected;
  const checked = useMemo(() => new Set<string>(selected?.map(chartKeyOf)), [selected]);
  // Charts that were checked elsewhere, because they are suggested for instance, are seen in their branches.
  const grouping = choices.chartView ?? 'visit';
  const [known, setKnown] = useState<{ grouping: string; keys: ReadonlySet<string> }>({ grouping, keys: new Set() });
  const unseen = [...checked].filter((key) => known.grouping !== grouping || !known.keys.has(key));
  if (unseen.length > 0 && nodes.length > 0 && !isSearching) {
    setKnown({ grouping, keys: checked });
    open(unseen.flatMap((key) => parentsAbove(nodes, key)));
  }
  /** An archived document can be read but not sent; one that was checked before can still be unchecked. */
  const canBeChecked = useCallback(
    (key: string) => {
      const item = items.get(key as ChartKey);
      return item !== undefined && (!item.isArchived || checked.has(key));
    },
    [items, checked],
  );
  const leaves = useMemo(() => leavesOf(nodes).filter(canBeChecked), [nodes, canBeChecked]);
  const toggle = (keys: readonly string[]) => {
    const pickable = keys.filter(canBeChecked);
    // Checked charts that are not in the list, such as a new upload, stay checked.
    const unlisted = picking?.selected.filter((one) => !items.has(chartKeyOf(one))) ?? [];
    const next = toggleLeaves(pickable, checked).flatMap((key) => items.get(key as ChartKey)?.selection ?? []);
    setKnown({ grouping, keys: new Set([...known.keys, ...next.map(chartKeyOf)]) });
    picking?.onSelect([...unlisted, ...next]);
  };

  return (
    <Stack gap="xs" h="100%" mih={0}>
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label="Group by"
          value={grouping}
          onChange={(value) => isViewMode(value) && onChoose({ ...choices, chartView: value })}
          data={viewModes}
        />
        {picking !== undefined && (
          <Text size="sm" fw={600} aria-live="polite">
            {selectionCounter(pickedItems(items, picking.selected, picking.sent))}
          </Text>
        )}
      </Group>
      <TextInput
        type="search"
        aria-label="Search documents"
        placeholder="Search documents"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <Group gap={4}>
        {picking !== undefined && (
          <Button variant="subtle" size="compact-sm" disabled={leaves.length === 0} onClick={() => toggle(leaves)}>
            {areAllChosen(leaves, [...items.keys()].filter(canBeChecked), checked) ? 'Unselect all' : 'Select all'}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(new Set(parentsOf(nodes)))}>
          Expand all
        </Button>
        <Button variant="subtle" size="compact-sm" disabled={isSearching} onClick={() => setOpened(new Set())}>
          Collapse all
        </Button>
        <Switch
          ml="auto"
          size="xs"
          label="Show archived"
          checked={choices.showArchived === true}
          onChange={(event) => onChoose({ ...choices, showArchived: event.currentTarget.checked || undefined })}
        />
      </Group>
      {nodes.length === 0 ? (
        <Text p="md" c="dimmed" role="status">
          {isSearching ? 'No results found' : 'No items found'}
        </Text>
      ) : (
        <ChartTreeList
          label={label}
          nodes={nodes}
          isOpen={(key) => isSearching || opened.has(key)}
          onOpenChange={(keys, isOpen) => {
            const others = [...opened].filter((key) => !keys.includes(key));
            setOpened(new Set(isOpen ? [...others, ...keys] : others));
          }}
          checked={picking === undefined ? null : checked}
          canBeChecked={canBeChecked}
          onToggle={toggle}
          shownKey={shownKey}
          onShow={onShow}
        />
      )}
    </Stack>
  );
}
