import type { Findings } from './visit.ts';

/** One row of the report: a screen in one role, width and state. */
export interface Row {
  name: string;
  role: string;
  width: number;
  state: string;
  pictures: string[];
  found: Findings;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Number of findings to look into. */
export function troubleOf({ found }: Row): number {
  const { errors, failed, axe, cut, shift, headings } = found;
  return errors.length + failed.length + axe.length + cut.length + (shift > 0.1 ? 1 : 0) + (headings === 1 ? 0 : 1);
}

/** An index page with the screenshots and findings, worst first. */
export function reportPage(rows: readonly Row[]): string {
  const sorted = rows.toSorted((one, other) => troubleOf(other) - troubleOf(one));
  const figures = sorted.map(({ name, role, width, state, pictures, found }) => {
    const { errors, failed, axe, cut } = found;
    const lines = [...errors, ...failed, ...axe, ...cut].map((line) => `<li>${escape(line)}</li>`).join('');
    const images = pictures.map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`).join('');
    const title = `${name} · ${role} · ${width} px · ${state}`;
    const facts = `${found.requests} requests, ${found.time} ms, layout shift ${found.shift}, main headings: ${found.headings}`;
    return `<section><h2>${escape(title)}</h2><p>${facts}</p><ul>${lines}</ul><div>${images}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:24px}img{width:340px;border:1px solid #ccc;margin:4px}h2{font-size:16px;margin:24px 0 0}p{margin:0}</style>
<h1>${rows.length} looks, ${rows.filter((row) => troubleOf(row) > 0).length} with something to look into</h1>
${figures.join('\n')}</html>`;
}
