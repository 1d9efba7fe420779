import type { SentChart } from '@careloop/contracts/charts/sent';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Button, CloseButton, Group } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useIsNarrow } from '../../../components/useIsNarrow.ts';
import { SentChartBrowser } from './SentChartBrowser.tsx';
import { SentChartDialog } from './SentChartDialog.tsx';
import { SentChartList } from './SentChartList.tsx';
import classes from './SentCharts.module.css';

export interface SentChartsProps extends SentWith {
  charts: readonly SentChart[];
  patient: PatientSummary;
  label: string;
}

/**
 * Charts as they were sent, with a preview of the selected one beside or below them, where the rest of the request stays in
 * view. On a phone a dialog shows it. None is selected at first: opening one is recorded as reading it.
 */
export function SentCharts({ charts, patient, label, ...sentWith }: SentChartsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const [shownId, setShownId] = useState<number | null>(null);
  const [isLarge, setLarge] = useState(false);
  const isPreview = shownId !== null && !isLarge && !isNarrow;
  const close = () => {
    setLarge(false);
    // A preview was shown before, and is shown again.
    if (isNarrow) setShownId(null);
  };
  return (
    <>
      {isPreview ? (
        <div className={classes['preview']}>
          <SentChartBrowser {...sentWith} charts={charts} shownId={shownId} onShow={setShownId} label={label} />
          <Group gap={4} className={classes['tools']}>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconMaximize size={14} aria-hidden />}
              onClick={() => setLarge(true)}
            >
              Enlarge
            </Button>
            <CloseButton size="sm" aria-label="Close preview" onClick={() => setShownId(null)} />
          </Group>
        </div>
      ) : (
        <SentChartList charts={charts} shownId={shownId} onShow={setShownId} label={label} />
      )}
      <SentChartDialog
        {...sentWith}
        charts={charts}
        shownId={isLarge || isNarrow ? shownId : null}
        onShow={setShownId}
        onClose={close}
        patient={patient}
      />
    </>
  );
}
