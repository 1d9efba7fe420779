import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { Button, Group } from '@mantine/core';
import { IconMailForward, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
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
  const [opened, setOpened] = useState<'fax' | 'direct'>();
  const dialog = { patientId, selected, onClose: () => setOpened(undefined) };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setOpened('fax')}
      >
        Fax Charts
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconMailForward size={16} aria-hidden />}
        onClick={() => setOpened('direct')}
      >
        Direct Email Charts
      </Button>
      {config.hasEmr && <ExportToEmrButton patientId={patientId} selected={selected} />}
      <Suspense fallback={null}>
        {opened === 'fax' && <FaxChartsDialog {...dialog} />}
        {opened === 'direct' && <DirectEmailChartsDialog {...dialog} />}
      </Suspense>
    </Group>
  );
}
