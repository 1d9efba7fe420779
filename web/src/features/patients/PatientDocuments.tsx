import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { addressOf, documentKey, keyInAddress } from '../charts/shared/chartAddress.ts';
import { ChartPanel } from '../charts/shared/ChartPanel.tsx';
import { ShareChartsButtons } from '../sharing/shared/ShareChartsButtons.tsx';
import classes from './PatientRecord.module.css';

const page = getRouteApi('/Patient/$patientId');

/** A patient's charts, next to the selected one, which is kept in the address. */
export function PatientDocuments({ patientId }: { patientId: number }): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  /** Checked charts, to be faxed or sent. */
  const [selected, setSelected] = useState<ChartSelection[]>([]);
  const show = (key: string | null) =>
    void navigate({ search: { section: 'documents', ...(key !== null && addressOf(key)) } });
  return (
    <div className={classes.charts}>
      <ChartPanel
        patientId={patientId}
        label="Charts of the patient"
        picking={{ selected, onSelect: setSelected }}
        actions={
          <>
            <ShareChartsButtons patientId={patientId} selected={selected} />
            <RoomLink patientId={patientId} />
          </>
        }
        shownKey={keyInAddress(search)}
        onShow={show}
        onUploaded={([first]) => first !== undefined && show(documentKey(first))}
      />
    </div>
  );
}

/** Link to all charts on a page of their own, in a new tab. */
function RoomLink({ patientId }: { patientId: number }): ReactNode {
  return (
    <Tooltip label="Open in the reading room">
      <ActionIcon
        size={30}
        aria-label="Open in the reading room"
        renderRoot={(root) => (
          <Link {...root} to="/Patient/$patientId/charts" params={{ patientId: String(patientId) }} target="_blank" />
        )}
      >
        <IconExternalLink size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
