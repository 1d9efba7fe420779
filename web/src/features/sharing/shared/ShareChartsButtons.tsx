import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Group } from '@mantine/core';
import { IconMailForward, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { loadChunk } from '../../../lib/loadChunk.ts';
import { useSession } from '../../../session/useSession.ts';

// Loaded when they are opened: no first screen needs them.
const FaxChartsDialog = lazy(async () => {
  const { FaxChartsDialog: component } = await loadChunk(() => import('../FaxChartsDialog.tsx'));
  return { default: component };
});
const DirectEmailChartsDialog = lazy(async () => {
  const { DirectEmailChartsDialog: component } = await loadChunk(() => import('../DirectEmailChartsDialog.tsx'));
  return { default: component };
});

const ExportToEmrButton = lazyPart(async () => (await import('../emr/ExportToEmrButton.tsx')).ExportToEmrButton);

export interface ShareChartsButtonsProps {
  patientId: number;
  /** Initially selected charts. */
  selected?: ChartSelection[] | undefined;
}

/** Opens the dialogs that fax charts and send them by Direct message. */
export function ShareChartsButtons({ patientId, selected }: ShareChartsButtonsProps): ReactNode {
  const { config } = useSession();
  // The page has already loaded it.
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const allowance = patient === undefined ? true : patient.can.sendCharts;
  const [opened, setOpened] = useState<'fax' | 'direct'>();
  const dialog = { patientId, selected, onClose: () => setOpened(undefined) };
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={allowance}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setOpened('fax')}
      >
        Fax Charts
      </ActionButton>
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={allowance}
        leftSection={<IconMailForward size={16} aria-hidden />}
        onClick={() => setOpened('direct')}
      >
        Direct Email Charts
      </ActionButton>
      {config.hasEmr && <ExportToEmrButton patientId={patientId} selected={selected} />}
      <Suspense fallback={null}>
        {opened === 'fax' && <FaxChartsDialog {...dialog} />}
        {opened === 'direct' && <DirectEmailChartsDialog {...dialog} />}
      </Suspense>
    </Group>
  );
}
