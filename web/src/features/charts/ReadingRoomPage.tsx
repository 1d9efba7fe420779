import { patientName } from '@careloop/contracts/patients/identity';
import { chartTexts } from '@careloop/contracts/charts';
import { chartKeyOf, selectionOf, type ChartKey, type ChartSelection } from '@careloop/contracts/charts/selection';
import { prepareDocument } from '@careloop/contracts/charts/viewer';
import { Group } from '@mantine/core';
import { keepPreviousData, useIsFetching, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { BrowserTabTitle } from '../../shell/BrowserTabTitle.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { leavesOf, neighborsOf } from '../../ui/tree.ts';
import { EmergencyBanner } from '../patient-access/shared/EmergencyBanner.tsx';
import { MergedNote } from '../patients/shared/MergedNote.tsx';
import { PatientAccess } from '../patients/shared/PatientAccess.tsx';
import { PatientBanner } from '../patients/shared/PatientBanner.tsx';
import { ShareChartsButtons } from '../sharing/shared/ShareChartsButtons.tsx';
import classes from './ReadingRoom.module.css';
import { BackToTree } from './shared/BackToTree.tsx';
import { addressOf, choicesIn, documentIdOf, keyInAddress } from './shared/chartAddress.ts';
import { chartItemsOf, sendableOf } from './shared/chartItems.ts';
import { chartsOf } from './shared/chartQueries.ts';
import { ChartTree } from './shared/ChartTree.tsx';
import { ChartViewer } from './shared/ChartViewer.tsx';
import { useDrawnPage } from './shared/drawnPage.ts';
import { NotInCharts } from './shared/NotInCharts.tsx';
import { UploadChartButton } from './shared/UploadChartButton.tsx';
import { UploadDrop } from './shared/UploadDrop.tsx';
import { useTreeView } from './shared/useTreeView.ts';

const route = getRouteApi('/Patient/$patientId/charts');

/** All charts of a patient, in a tab of their own: tree on the left, document on the right. */
export function ReadingRoomPage(): ReactNode {
  const { patientId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PatientAccess
      patientId={patientId}
      toSurvivor={(survivorId) => (
        <Navigate
          to="/Patient/$patientId/charts"
          params={{ patientId: survivorId }}
          search={{ ...search, isMerged: true }}
          replace
        />
      )}
    >
      {(patient, emergencyAccessUntil) => (
        <div className={classes.room}>
          <BrowserTabTitle title={`Charts of ${patientName(patient)}`} />
          <PatientBanner patient={patient} isLink />
          {emergencyAccessUntil !== null && (
            <div className={classes.note}>
              <EmergencyBanner until={emergencyAccessUntil} />
            </div>
          )}
          {search.isMerged === true && (
            <div className={classes.note}>
              <MergedNote
                onClose={() => void navigate({ search: { ...search, isMerged: undefined }, replace: true })}
              />
            </div>
          )}
          <ReadingRoom patientId={patient.patientId} />
        </div>
      )}
    </PatientAccess>
  );
}

/** Renders nothing. Separate from the reading room, which would otherwise re-render with every call that starts or ends. */
function NextPrepared({ shown, next }: { shown: string | null; next: string | undefined }): ReactNode {
  usePrepareNext(documentIdOf(shown), documentIdOf(next));
  return null;
}

function ReadingRoom({ patientId }: { patientId: number }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choices = choicesIn(search);
  /** Checked charts, to be faxed or sent. */
  const [selected, setSelected] = useState<ChartSelection[]>([]);
  const query = useQuery({ ...chartsOf(patientId, choices.showArchived), placeholderData: keepPreviousData });
  const { data } = query;
  const items = useMemo(() => (data === undefined ? undefined : chartItemsOf(patientId, data)), [patientId, data]);
  const sendable = useMemo(() => (items === undefined ? selected : sendableOf(items, selected)), [items, selected]);
  const view = useTreeView(data?.groupings, items, choices.chartView);
  if (data === undefined || items === undefined) return <QueryState query={query} failure={chartTexts.listFailed} />;
  const shownKey = keyInAddress(search);
  /** False for a chart of another patient, and for an archived one while they are not listed. */
  const isListed = shownKey === null || items.has(shownKey as ChartKey);
  const show = (key: string) => void navigate({ search: { ...choices, ...addressOf(key) } });
  const showUploaded = ([patientDocumentId]: number[]) => {
    if (patientDocumentId !== undefined) show(chartKeyOf({ associationType: 3, patientDocumentId }));
  };
  const turnTo = (page: number) =>
    void navigate({ search: { ...search, page: page > 1 ? page : undefined }, replace: true });
  const { previous, next } = neighborsOf(leavesOf(view.nodes), shownKey);
  return (
    <div className={classes.columns} data-charts data-empty={shownKey === null || undefined}>
      <div className={classes.tree}>
        <UploadDrop patientId={patientId} onUploaded={showUploaded}>
          <ChartTree
            view={view}
            items={items}
            picking={{ selected: sendable, onSelect: setSelected }}
            shownKey={shownKey}
            onShow={show}
            choices={choices}
            onChoose={(chosen) => void navigate({ search: { ...search, ...chosen }, replace: true })}
            label="Charts"
          />
        </UploadDrop>
        <Group gap="xs">
          <UploadChartButton patientId={patientId} onUploaded={showUploaded} />
          <ShareChartsButtons patientId={patientId} selected={sendable} />
        </Group>
      </div>
      <NextPrepared shown={shownKey} next={next} />
      <div className={classes.viewer}>
        <BackToTree className={classes.back} shownKey={shownKey} onBack={() => void navigate({ search: choices })} />
        <div className={classes.read}>
          {isListed ? (
            <ChartViewer
              item={shownKey === null ? null : selectionOf(shownKey, patientId)}
              page={search.page}
              onPage={turnTo}
              steps={{
                onPrevious: previous === undefined ? undefined : () => show(previous),
                onNext: next === undefined ? undefined : () => show(next),
              }}
              isRoom
            />
          ) : (
            <NotInCharts isLoading={query.isFetching} showsArchived={choices.showArchived === true} />
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Makes the server render the next document while the user reads this one: once a page of this one is on screen and no call
 * is in flight, in the same width. It is not fetched, because that would be recorded as an access.
 */
function usePrepareNext(shownId: number | undefined, nextId: number | undefined): void {
  const isIdle = useIsFetching() === 0;
  const drawn = useDrawnPage();
  const isShown = drawn !== undefined && drawn.patientDocumentId === shownId;
  useQuery({
    ...queryOf(prepareDocument, { patientDocumentId: nextId ?? 0, width: drawn?.width }),
    enabled: isIdle && isShown && nextId !== undefined,
    staleTime: Infinity,
    retry: false,
  });
}
