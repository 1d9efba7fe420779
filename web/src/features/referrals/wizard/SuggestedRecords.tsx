import { chartKeyOf } from '@careloop/contracts/charts/selection';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { recordCount, recordReason } from './recordWords.ts';
import { suggestedCharts, type Suggested } from './useSuggestions.ts';
import type { WizardValues } from './wizardForm.ts';

/** Step 4: the suggested records, which one click selects or clears. */
export function SuggestedRecords({ suggestions }: { suggestions: Suggested }): ReactNode {
  const form = useFormContext<WizardValues>();
  const selected = form.watch('charts.selectedCharts');
  const { data } = suggestions;
  if (data === undefined || data.records.length === 0) return null;
  const charts = suggestedCharts(data);
  const keys = new Set(charts.map(chartKeyOf));
  const others = selected.filter((chart) => !keys.has(chartKeyOf(chart)));
  const isAll = selected.length - others.length === charts.length;
  const select = (all: typeof selected) => {
    form.setValue('charts.selectedCharts', all, { shouldDirty: true });
    form.clearErrors('charts.selectedCharts');
  };
  return (
    <Group gap="xs" mb="xs" fz="sm">
      <Text inherit>
        Suggested: {recordCount(data.records)}{' '}
        <Text span inherit c="dimmed">
          · {recordReason(data.records)}
        </Text>
      </Text>
      <Button variant="light" size="compact-sm" onClick={() => select(isAll ? others : [...others, ...charts])}>
        {isAll ? 'Clear suggested' : 'Select suggested'}
      </Button>
    </Group>
  );
}
