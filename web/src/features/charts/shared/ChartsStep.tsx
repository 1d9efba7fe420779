import { chartKeyOf, documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { Button, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { chartItemsOf, pickedItems } from './chartItems.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { chartsOf } from './chartQueries.ts';
import classes from './ChartsStep.module.css';
import { RefusedCharts } from './RefusedCharts.tsx';

/** The part of a wizard's values used here. */
interface ChartsValues {
  charts: { selectedCharts: ChartSelection[] };
}

interface ChartsStepProps {
  patientId: number;
  /** Label of the tree. */
  label: string;
  /** Charts already sent with the request that is edited. */
  sent?: readonly SentChart[] | undefined;
}

/** The step of a wizard that selects the documents to send, with a preview. */
export function ChartsStep({ patientId, label, sent }: ChartsStepProps): ReactNode {
  const form = useFormContext<ChartsValues>();
  const select = (selected: ChartSelection[]) => {
    form.setValue('charts.selectedCharts', selected, { shouldDirty: true });
    form.clearErrors('charts.selectedCharts');
  };
  // A document uploaded here is meant to be sent.
  const add = (ids: number[]) => select([...form.getValues('charts.selectedCharts'), ...ids.map(documentSelection)]);
  return (
    <Field form={form} name="charts.selectedCharts">
      {(field) => (
        <>
          {field.error !== undefined && (
            <RefusedCharts
              patientId={patientId}
              message={field.error}
              selected={field.value}
              sent={sent}
              onChange={select}
            />
          )}
          {sent !== undefined && (
            <UnlistedCharts patientId={patientId} selected={field.value} sent={sent} onChange={select} />
          )}
          <div className={classes['charts']}>
            <ChartPanel
              patientId={patientId}
              label={label}
              picking={{ selected: field.value, onSelect: select, sent }}
              onUploaded={add}
            />
          </div>
        </>
      )}
    </Field>
  );
}

interface UnlistedChartsProps {
  patientId: number;
  selected: readonly ChartSelection[];
  sent: readonly SentChart[];
  onChange: (selected: ChartSelection[]) => void;
}

const unlistedTitle = 'Already sent, no longer in the list below';

/** Sent charts that the tree cannot uncheck, because they were archived or are no longer there. */
function UnlistedCharts({ patientId, selected, sent, onChange }: UnlistedChartsProps): ReactNode {
  const { data } = useQuery(chartsOf(patientId));
  if (data === undefined) return null;
  const items = chartItemsOf(patientId, data);
  const unlisted = pickedItems(
    items,
    selected.filter((one) => !items.has(chartKeyOf(one))),
    sent,
  );
  if (unlisted.length === 0) return null;
  return (
    <>
      <Text fz="sm" fw={600}>
        {unlistedTitle}
      </Text>
      <List listStyleType="none" mb="xs" aria-label={unlistedTitle}>
        {unlisted.map(({ key, name, detail, date }) => (
          <List.Item key={key}>
            <Group gap="xs" fz="sm">
              {[name, detail, date].filter(Boolean).join(' · ')}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(selected.filter((one) => chartKeyOf(one) !== key))}
              >
                Remove
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </>
  );
}
