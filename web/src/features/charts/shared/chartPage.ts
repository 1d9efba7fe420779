import { formatDate, formatDateTime } from '../../../ui/dates.ts';
import { pageMargins } from '../../../ui/printPage.ts';

const time = /<time datetime="([^"]+)"( data-day)?>[^<]*<\/time>/g;

/** The chart with its times in the user's time zone; stored and sent charts have them in UTC. */
export function withLocalTimes(html: string): string {
  return html.replace(time, (_whole, at: string, day: string | undefined) => {
    const text = day === undefined ? formatDateTime(at) : formatDate(at);
    return `<time datetime="${at}">${text}</time>`;
  });
}

/** The chart's patient, from its header; printed on every page. */
function headOf(chart: Document): string {
  const head = chart.querySelector('header p')?.textContent ?? '';
  return [chart.querySelector('h3')?.textContent, head].filter(Boolean).join(' · ');
}

const paper = `
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

/** Prints only a chart, black on white. */
export function printChart(html: string): void {
  const head = headOf(new DOMParser().parseFromString(html, 'text/html'));
  const margins = pageMargins({ margin: '20mm 15mm', topLeft: head, points: 8 });
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0;';
  frame.srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><style>${margins}${paper}</style>${html}</html>`;
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    page?.addEventListener('afterprint', () => frame.remove());
    page?.print();
  });
  document.body.append(frame);
}
