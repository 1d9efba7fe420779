import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { getPatientInfo } from '@careloop/contracts/patients';
import { AccessDenied } from '@careloop/contracts/result';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { accessDeniedReason } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { inWords } from '../../ui/errorWords.ts';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { NoAccess } from '../patients/shared/NoAccess.tsx';
import { PatientBanner, patientName } from '../patients/shared/PatientBanner.tsx';
import classes from './ReadingRoom.module.css';
import { ChartTree } from './shared/ChartTree.tsx';
import { ChartViewer } from './shared/ChartViewer.tsx';

const route = getRouteApi('/Patient/$patientId/charts');

/** All charts of a patient to read, in a tab of its own: the tree on the left, the document on the right. */
export function ReadingRoomPage(): ReactNode {
  const { patientId } = route.useParams();
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  if (info.isPending) return <DetailSkeleton />;
  if (info.data === undefined) {
    const denied = accessDeniedReason(info.error);
    if (denied !== undefined) return <NoAccess hasPendingInvite={denied === AccessDenied.pendingInvite} />;
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  }
  return (
    <div className={classes.room}>
      <PageTitle title={`Charts of ${patientName(info.data)}`} />
      <PatientBanner patient={info.data} isLink />
      <ReadingRoom patientId={Number(patientId)} />
    </div>
  );
}

function ReadingRoom({ patientId }: { patientId: number }): ReactNode {
  const { patientDocumentId: shownId, page } = route.useSearch();
  const navigate = route.useNavigate();
  const [checked, setChecked] = useState<number[]>([]);
  const query = useQuery(queryOf(listCharts, { patientId }));
  const documents = useMemo(() => query.data?.documents ?? [], [query.data]);
  const show = (patientDocumentId: number) => void navigate({ search: { patientDocumentId } });
  const turnTo = (shown: number) =>
    void navigate({ search: { patientDocumentId: shownId, page: shown > 1 ? shown : undefined }, replace: true });
  if (query.isPending) return <DetailSkeleton />;
  if (query.isError) {
    return <ErrorState error={inWords(chartTexts.listFailed, query.error)} onRetry={() => void query.refetch()} />;
  }
  const ids = documents.map((document) => document.patientDocumentId);
  const at = shownId === undefined ? -1 : ids.indexOf(shownId);
  const [previous, next] = [at > 0 ? ids[at - 1] : undefined, ids[at + 1]];
  return (
    <div className={classes.columns}>
      <div className={classes.tree}>
        <ChartTree
          documents={documents}
          checked={checked}
          onChange={setChecked}
          shownId={shownId ?? null}
          onShow={show}
          label="Charts"
        />
      </div>
      <div className={classes.viewer}>
        <ChartViewer
          item={shownId === undefined ? null : { associationType: 3, patientDocumentId: shownId }}
          page={page}
          onPage={turnTo}
          steps={{
            onPrevious: previous === undefined ? undefined : () => show(previous),
            onNext: next === undefined ? undefined : () => show(next),
          }}
          isRoom
        />
      </div>
    </div>
  );
}
