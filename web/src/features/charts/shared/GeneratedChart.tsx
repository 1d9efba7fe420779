import { chartTexts } from '@careloop/contracts/charts';
import type { GeneratedChart as Chart } from '@careloop/contracts/charts/generated';
import { paperChart } from '@careloop/contracts/charts/paper';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { useClientLogo } from '../../../components/useClientLogo.ts';
import { formatDateTime, ownTimeZone } from '../../../ui/dates.ts';
import { pageMargins } from '../../../ui/printPage.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { useFind } from '../viewer/find.ts';
import { FindBar } from '../viewer/FindBar.tsx';
import { FindTool } from '../viewer/FindTool.tsx';
import { StepTools, type DocumentSteps } from '../viewer/StepTools.tsx';
import { useMarks } from '../viewer/useMarks.ts';
import { withLocalTimes } from './chartTimes.ts';
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
  const { logo, picture } = useClientLogo();
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
            onClick={() => printChart(paperChart(html, ownTimeZone), logo?.displayName, picture)}
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

/** The chart's patient, from its header; printed on every page. */
function headOf(chart: Document): string {
  const head = chart.querySelector('header p')?.textContent ?? '';
  return [chart.querySelector('h3')?.textContent, head].filter(Boolean).join(' · ');
}

// As in PrintHead.module.css, which does not reach into a frame.
const paper = `
  .paper { display: flex; align-items: flex-start; justify-content: space-between; margin-bottom: 12pt; padding-bottom: 6pt;
    border-bottom: 1pt solid; font-size: 9pt; }
  .paper img { max-width: 12rem; height: 2.25rem; }
  body { margin: 0; color: #000; background: #fff; font: 10pt/1.4 sans-serif; }
  h3 { margin: 0 0 4pt; font-size: 14pt; }
  h4 { margin: 12pt 0 4pt; border-bottom: 1px solid #999; font-size: 11pt; break-after: avoid; }
  p { margin: 0 0 4pt; }
  dl { display: grid; grid-template-columns: 1fr 1fr; gap: 4pt 12pt; margin: 0; }
  dt { color: #444; font-size: 8.5pt; }
  dd { margin: 0; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 2pt 4pt; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
  tr { break-inside: avoid; }`;

/** Logo and name of the user's client. The logo without a picture is that of this subdomain. */
function letterheadOf(clientName: string | undefined, logo: string): string {
  const head = document.createElement('div');
  head.className = 'paper';
  const image = document.createElement('img');
  image.alt = '';
  image.src = logo;
  const name = document.createElement('strong');
  name.textContent = clientName ?? '';
  head.append(image, name);
  return head.outerHTML;
}

/** Prints only a chart, black on white, under the letterhead of the user's client. */
function printChart(html: string, clientName: string | undefined, picture: Blob | undefined): void {
  const logo = picture === undefined ? '/provider/branding/logo' : URL.createObjectURL(picture);
  const head = headOf(new DOMParser().parseFromString(html, 'text/html'));
  const margins = pageMargins({ margin: '20mm 15mm', topLeft: head, points: 8 });
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0;';
  frame.srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><style>${margins}${paper}</style>${letterheadOf(clientName, logo)}${html}</html>`;
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    page?.addEventListener('afterprint', () => {
      frame.remove();
      URL.revokeObjectURL(logo);
    });
    page?.print();
  });
  document.body.append(frame);
}
