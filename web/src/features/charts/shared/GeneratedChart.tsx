import { chartTexts } from '@careloop/contracts/charts';
import type { GeneratedChart as Chart } from '@careloop/contracts/charts/generated';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { formatDateTime } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { StepTools, type DocumentSteps } from '../viewer/StepTools.tsx';
import { printChart, withLocalTimes } from './chartPage.ts';
import classes from './GeneratedChart.module.css';

export interface GeneratedChartProps {
  query: UseQueryResult<Chart, ApiError>;
  /** Where there are charts before and after it. */
  steps?: DocumentSteps;
}

/** A chart that the server made from rows, now or when it was sent, readable and printable. */
export function GeneratedChart({ query, steps }: GeneratedChartProps): ReactNode {
  if (query.isPending) return <DetailSkeleton />;
  if (query.data === undefined) {
    return <ErrorState error={inWords(chartTexts.failed, query.error)} onRetry={() => void query.refetch()} />;
  }
  const { html, isSent, preparedAt, title } = query.data;
  const shown = withLocalTimes(html);
  return (
    <div className={classes.reader}>
      <div className={classes.head}>
        <Text fz="sm" c="dimmed">
          {isSent ? `As it was sent on ${formatDateTime(preparedAt)}` : 'As of now'}
        </Text>
        <Group gap={4} wrap="nowrap">
          {steps !== undefined && <StepTools {...steps} />}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            aria-label={`Print ${title}`}
            onClick={() => printChart(shown)}
          >
            Print
          </Button>
        </Group>
      </div>
      {/* Reachable by keyboard so that a long chart can be scrolled without a mouse. The HTML is the server's own, with
          every text escaped (server/src/charts/generated/chartHtml.ts); the content security policy forbids scripts besides. */}
      <Box
        className={classes.body}
        tabIndex={0}
        role="region"
        aria-label={title}
        dangerouslySetInnerHTML={{ __html: shown }}
      />
    </div>
  );
}
