import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { addressOf, choicesIn, documentKey, keyInAddress } from '../charts/shared/chartAddress.ts';
import { chartItemsOf, sendableOf } from '../charts/shared/chartItems.ts';
import { ChartPanel } from '../charts/shared/ChartPanel.tsx';
import { chartsOf } from '../charts/shared/chartQueries.ts';
import { RoomLink } from '../charts/shared/RoomLink.tsx';
import { ShareChartsButtons } from '../sharing/shared/ShareChartsButtons.tsx';
import classes from './PatientRecord.module.css';

const page = getRouteApi('/Patient/$patientId');

/**
 * A patient's charts, next to the selected one. It and the choices of the tree are kept in the address. If the address
 * names an encounter, its newest document is shown until another chart is selected.
 */
export function PatientDocuments({ patientId }: { patientId: number }): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  /** Checked charts, to be faxed or sent. */
  const [selected, setSelected] = useState<ChartSelection[]>([]);
  const choices = choicesIn(search);
  // The query of the panel.
  const { data } = useQuery({ ...chartsOf(patientId, choices.showArchived), placeholderData: keepPreviousData });
  const sendable = useMemo(
    () => (data === undefined ? selected : sendableOf(chartItemsOf(patientId, data), selected)),
    [patientId, data, selected],
  );
  const { patientEncounterId } = search;
  const newest = data?.documents.find((document) => document.patientEncounterId === patientEncounterId);
  const show = (key: string | null) =>
    void navigate({ search: { section: 'documents', ...choices, ...(key !== null && addressOf(key)) } });
  return (
    <div className={classes.charts}>
      <ChartPanel
        patientId={patientId}
        label="Charts of the patient"
        picking={{ selected: sendable, onSelect: setSelected }}
        actions={
          <>
            <ShareChartsButtons patientId={patientId} selected={sendable} />
            <RoomLink patientId={patientId} />
          </>
        }
        shownKey={keyInAddress(search) ?? (newest === undefined ? null : documentKey(newest.patientDocumentId))}
        onShow={show}
        choices={choices}
        onChoose={(chosen) => void navigate({ search: { ...search, ...chosen }, replace: true })}
        onUploaded={([first]) => first !== undefined && show(documentKey(first))}
      />
    </div>
  );
}
