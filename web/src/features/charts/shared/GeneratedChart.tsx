import { chartTexts } from '@careloop/contracts/charts';
import type { GeneratedChart as Chart } from '@careloop/contracts/charts/generated';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { formatDateTime } from '../../../ui/dates.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { useFind } from '../viewer/find.ts';
import { FindBar } from '../viewer/FindBar.tsx';
import { FindTool } from '../viewer/FindTool.tsx';
import { StepTools, type DocumentSteps } from '../viewer/StepTools.tsx';
import { useMarks } from '../viewer/useMarks.ts';
import { printChart, withLocalTimes } from './chartPage.ts';
import classes from './GeneratedChart.module.css';

export interface GeneratedChartProps {
  query: UseQueryResult<Chart, ApiError>;
  /** Steps to the charts before and after it. */
  steps?: DocumentSteps;
}

/** A chart that the server generated from rows, now or when it was sent, with tools to search and print it. */
export function GeneratedChart({ query, steps }: GeneratedChartProps): ReactNode {
  if (query.data === undefined) return <QueryState query={query} failure={chartTexts.failed} />;
  return <OpenChart chart={query.data} {...(steps && { steps })} />;
}

function OpenChart({ chart, steps }: { chart: Chart } & Pick<GeneratedChartProps, 'steps'>): ReactNode {
  const { html, isSent, preparedAt, title } = chart;
  const shown = useMemo(() => withLocalTimes(html), [html]);
  const find = useFind();
  const body = useRef<HTMLDivElement>(null);
  useMarks(() => body.current, find, shown);
  return (
    <div className={classes.reader}>
      <div className={classes.head}>
        <Text fz="sm" c="dimmed">
          {isSent ? `As it was sent on ${formatDateTime(preparedAt)}` : 'As of now'}
        </Text>
        <Group gap={4} wrap="nowrap">
          {steps !== undefined && <StepTools {...steps} />}
          <FindTool find={find} />
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
      {find.isOpen && (
        <div className={classes.find}>
          <FindBar find={find} />
        </div>
      )}
      {/* Focusable, so that a long chart can be scrolled without a mouse. The HTML is the server's own, with every text
          escaped (server/src/core/charts/generated/chartHtml.ts); the content security policy also forbids scripts. */}
      <Box
        ref={body}
        className={classes.body}
        tabIndex={0}
        role="region"
        aria-label={title}
        dangerouslySetInnerHTML={{ __html: shown }}
      />
    </div>
  );
}
