import { documentMoment } from '@careloop/contracts/fields/clock';
import { expect, test } from 'vitest';

import { hl7Html } from '../../../platform/rendering/hl7/hl7Html.ts';
import { chartText, isMessage, markupText } from './chartText.ts';

test('an HL7 version 2 message becomes one line per result and field', () => {
  const message = 'MSH|^~\\&|LAB\rPID|1||4711\rOBX|1|NM|718-7^Hemoglobin||13.2|g/dL';
  expect(isMessage(message)).toBe(true);
  expect(markupText(hl7Html(message))).toMatch(
    /\nTest \| Result \| Units\n ?Hemoglobin 718-7 \| 13\.2 \| g\/dL\n[^]*\nPatient ids PID-3 \| 4711\n/,
  );
});

test('withdrawn results do not look valid', () => {
  const text = markupText(hl7Html('MSH|^~\\&|LAB\rPID|1||4711\rOBX|1|NM|718-7^Hemoglobin||13.2|g/dL|||||W'));
  expect(text).toMatch(/Hemoglobin 718-7 \| \[struck out: 13\.2\]/);
  expect(markupText('<p>A <s>wrong</s> &constructor; B</p>')).toBe('A [struck out: wrong] &constructor; B');
});

test('a text that is neither a message nor markup is unchanged', () => {
  for (const text of ['BP 130/80\n  <5 mg', 'MSHA reported dust exposure.']) {
    expect(isMessage(text)).toBe(false);
    expect(markupText(text)).toBe(text);
  }
});

test('the lines of markup are trimmed, however much white space they hold', () => {
  // An algorithm of quadratic time would take minutes.
  const space = '\u00a0'.repeat(500_000);
  expect(markupText(`<p>A ${space} </p>\n\n<pre>  B \t C${space}D\n \n</pre>`)).toBe(`A\nB C${space}D`);
});

test('the cells of a table row stay separated', () => {
  const html =
    '<h4>Insurance</h4>\n<dl>\n<div><dt>Payer</dt><dd>Medicare</dd></div>\n</dl>\n<table>\n<tr><td>A</td><td>B &amp; C</td></tr>\n</table>';
  expect(chartText(html, 'UTC')).toBe('Insurance\nPayer: Medicare\nA | B & C');
});

test('a day is written without a time', () => {
  expect(documentMoment('2026-03-02T12:00:00.000000Z', 'Pacific/Honolulu')).toBe('3/2/26');
  expect(documentMoment('2026-03-02T14:45:00.000000Z', 'America/New_York')).toBe('3/2/26 9:45 AM EST');
});

test('a generated chart on paper has local times with their zone, and nothing that is not stated', () => {
  const html = [
    '<section>\n<h4>Visit</h4>\n<dl>\n<div><dt>From</dt><dd><time datetime="2027-01-15T17:00:00.000Z">1/15/27 5:00 PM UTC</time></dd></div>',
    '<div><dt>To</dt><dd>Not stated</dd></div>\n</dl>\n</section>',
    '<section>\n<h4>Contact</h4>\n<dl>\n<div><dt>Caregiver</dt><dd>Not stated</dd></div>\n</dl>\n</section>',
    '<table>\n<tr><td>A</td><td>Not stated</td><td><time datetime="2027-01-15T17:00:00.000Z" data-zone="Pacific/Honolulu">x</time></td></tr>\n</table>\n',
  ].join('\n');
  expect(chartText(html, 'America/Chicago')).toBe('Visit\nFrom: 1/15/27 11:00 AM CST\n\nA |  | 1/15/27 7:00 AM HST');
});
