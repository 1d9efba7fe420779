import { chartTexts } from '@careloop/contracts/charts';
import type { ChartKey } from '@careloop/contracts/charts/selection';
import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { accessDeniedReason } from '../../../api/errors.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { NoAccess } from '../../patients/shared/NoAccess.tsx';
import { BackToTree } from './BackToTree.tsx';
import type { TreeChoices } from './chartAddress.ts';
import { chartItemsOf } from './chartItems.ts';
import classes from './ChartPanel.module.css';
import { chartsOf } from './chartQueries.ts';
import { ChartTree, type ChartPicking } from './ChartTree.tsx';
import { ChartViewer } from './ChartViewer.tsx';
import { NotInCharts } from './NotInCharts.tsx';
import { UploadChartButton } from './UploadChartButton.tsx';
import { UploadDrop } from './UploadDrop.tsx';
import { useTreeView } from './useTreeView.ts';

export interface ChartPanelProps {
  patientId: number;
  /** Label of the tree for screen readers. */
  label: string;
  /** Lets charts be checked; without it, they can only be read. */
  picking?: ChartPicking;
  /** The chart shown, if it is kept in the address; by default the panel keeps it. */
  shownKey?: string | null;
  onShow?: (key: string | null) => void;
  /** What the tree lists, if it is kept in the address; by default the panel keeps it. */
  choices?: TreeChoices;
  onChoose?: (choices: TreeChoices) => void;
  /** Allows uploads, by a button or by dropping files on the tree; receives the new documents. */
  onUploaded?: (patientDocumentIds: number[]) => void;
  /** Further actions for the charts, next to the upload. */
  actions?: ReactNode;
}

/** A patient's charts as a tree, next to the selected one. */
export function ChartPanel(props: ChartPanelProps): ReactNode {
  const { patientId, label, picking, onUploaded } = props;
  const [ownChoices, setOwnChoices] = useState<TreeChoices>({});
  const choices = props.choices ?? ownChoices;
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const charts = useQuery({
    ...chartsOf(patientId, choices.showArchived),
    // Keeps the tree while archived documents are loading.
    placeholderData: keepPreviousData,
  });
  const { data } = charts;
  const items = useMemo(() => (data === undefined ? undefined : chartItemsOf(patientId, data)), [patientId, data]);
  const view = useTreeView(data?.groupings, items, choices.chartView);
  const deniedReason = accessDeniedReason(charts.error);
  if (deniedReason !== undefined) return <NoAccess patientId={patientId} reason={deniedReason} />;
  if (data === undefined || items === undefined) {
    return <QueryState query={charts} loading={<ListSkeleton />} failure={chartTexts.listFailed} />;
  }
  const shownKey = props.shownKey === undefined ? ownKey : props.shownKey;
  const shown = shownKey === null ? null : items.get(shownKey as ChartKey);
  const tree = (
    <ChartTree
      view={view}
      items={items}
      {...(picking !== undefined && { picking })}
      shownKey={shownKey}
      onShow={props.onShow ?? setOwnKey}
      choices={choices}
      onChoose={props.onChoose ?? setOwnChoices}
      label={label}
    />
  );
  return (
    <div className={classes.frame}>
      <div className={classes.panel} data-charts data-empty={shownKey === null || undefined}>
        <div className={classes.choice}>
          {onUploaded === undefined ? (
            tree
          ) : (
            <UploadDrop patientId={patientId} onUploaded={onUploaded}>
              {tree}
            </UploadDrop>
          )}
          {(onUploaded !== undefined || props.actions !== undefined) && (
            <Group gap="xs">
              {onUploaded !== undefined && <UploadChartButton patientId={patientId} onUploaded={onUploaded} />}
              {props.actions}
            </Group>
          )}
        </div>
        <div className={classes.reader}>
          <BackToTree className={classes.back} shownKey={shownKey} onBack={() => (props.onShow ?? setOwnKey)(null)} />
          <div className={classes.read}>
            {shown === undefined ? (
              <NotInCharts isLoading={charts.isFetching} showsArchived={choices.showArchived === true} />
            ) : (
              <ChartViewer item={shown?.selection ?? null} />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
