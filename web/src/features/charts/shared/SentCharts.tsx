import type { SentChart } from '@careloop/contracts/charts/sent';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Button, CloseButton, Group } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useIsNarrow } from '../../../components/useIsNarrow.ts';
import { SentChartBrowser } from './SentChartBrowser.tsx';
import { SentChartDialog } from './SentChartDialog.tsx';
import classes from './SentCharts.module.css';

export interface SentChartsProps extends SentWith {
  charts: readonly SentChart[];
  patient: PatientSummary;
  label: string;
}

/**
 * Charts as they were sent, with a preview of the selected one beside the list, or below it where space is narrow. On a
 * phone a dialog shows it. None is selected at first: opening one is recorded as reading it.
 */
export function SentCharts({ charts, patient, label, ...sentWith }: SentChartsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const [shownId, setShownId] = useState<number | null>(null);
  const [isLarge, setLarge] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isPreview = shownId !== null && !isLarge && !isNarrow;
  const closeDialog = () => {
    setLarge(false);
    // A preview was shown before, and is shown again.
    if (isNarrow) setShownId(null);
  };
  const closePreview = () => {
    // Its row stays, unlike what had the focus.
    frame.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    setShownId(null);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    // Escape in a menu of the viewer, which is not in the frame, closes only the menu.
    const isHere = event.target instanceof Node && frame.current?.contains(event.target) === true;
    if (event.key !== 'Escape' || event.defaultPrevented || !isPreview || !isHere) return;
    event.stopPropagation();
    closePreview();
  };
  return (
    <>
      <div
        ref={frame}
        role="presentation"
        className={isPreview ? classes.preview : undefined}
        // The detail makes room for it.
        data-preview={isPreview || undefined}
        onKeyDown={closeOnEscape}
      >
        <SentChartBrowser
          {...sentWith}
          charts={charts}
          shownId={shownId}
          onShow={setShownId}
          label={label}
          isListOnly={!isPreview}
          tools={
            <Group gap={4} className={classes.tools}>
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconMaximize size={14} aria-hidden />}
                onClick={() => setLarge(true)}
              >
                Enlarge
              </Button>
              <CloseButton size="sm" aria-label="Close preview" onClick={closePreview} />
            </Group>
          }
        />
      </div>
      <SentChartDialog
        {...sentWith}
        charts={charts}
        shownId={isLarge || isNarrow ? shownId : null}
        onShow={setShownId}
        onClose={closeDialog}
        patient={patient}
      />
    </>
  );
}
