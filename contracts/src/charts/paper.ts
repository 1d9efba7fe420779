import { dayIn, namedMoment } from '../fields/clock.ts';

// Generated charts on paper. Stored and sent ones have their times in UTC and name what is not stated.

/** Stands for a value that is not known. */
export const unstated = 'Not stated';

const time = /<time datetime="([^"]+)"( data-day)?(?: data-zone="([\w/+:-]+)")?>[^<]*<\/time>/g;

/** How a chart's times are written; `zone` is that of the place, or null. */
interface TimeFormat {
  moment: (at: string, zone: string | null) => string;
  day: (at: string, zone: string | null) => string;
}

/** The chart with its times written anew. */
export const withTimes = (html: string, { moment, day }: TimeFormat): string =>
  html.replace(time, (_whole, at: string, isDay: string | undefined, zone: string | undefined) => {
    const text = (isDay === undefined ? moment : day)(at, zone ?? null);
    return `<time datetime="${at}">${text}</time>`;
  });

/** The chart for paper: times in the time zone or that of their place, each with its name, and nothing that is not stated. */
export function paperChart(html: string, timeZone: string): string {
  return withTimes(html, {
    moment: (at, zone) => namedMoment(at, zone ?? timeZone),
    day: (at, zone) => dayIn(at, zone ?? timeZone),
  })
    .replace(new RegExp(`<div><dt>[^<]*</dt><dd>${unstated}</dd></div>\n?`, 'g'), '')
    .replaceAll(`<td>${unstated}</td>`, '<td></td>')
    .replace(/<section>\n<h4>[^<]*<\/h4>\n<dl>\n*<\/dl>\n<\/section>\n/g, '');
}
