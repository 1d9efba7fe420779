import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { sample } from '../../../../test/samples.ts';
import { hl7Time } from '../hl7Time.ts';
import { addressKinds, codeTables, codingSystems, idKinds, nameKinds, phoneKinds } from './codes.ts';
import { hl7Html } from './hl7Html.ts';
import { segmentNames } from './segmentNames.ts';

const header = 'MSH|^~\\&|LIS|Elm Lab|||202603021430-0500||ORU^R01|1|P|2.5.1';
const pid = 'PID|1||77^^^ELM^MR||DOE^JANE^Q||19600214|F';
const obr =
  'OBR|1|A1|B1|24320-4^Basic metabolic panel^LN|||202603020815|||||||||123^Grey^Meredith||||||202603021400|||F';
const html = (...segments: string[]) => hl7Html([header, ...segments].join('\r'));

/** Visible text in lines: cells separated by bars. */
const linesOf = (markup: string) =>
  markup
    .replace(/<\/t[hd]>(?=<t[hd])/g, ' | ')
    .replace(/<br>|<\/(?:p|h\d|tr)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

describe('results', () => {
  const markup = html(
    pid,
    obr,
    'NTE|1|L|Fasting',
    'OBX|1|NM|2345-7^Glucose^LN||104|mg/dL|70-99|H|||F|||202603020815',
    'OBX|2|NM|2823-3^Potassium^LN||6.8|mmol/L|3.5-5.1|HH|||F|||202603020815',
    'NTE|1|L|Specimen hemolyzed\\.br\\Called to Dr. Grey',
    'OBX|3|NM|2951-2^Sodium^LN||139|mmol/L|136-145|N|||F|||202603020815',
    'PV1|1|I',
  );
  const lines = linesOf(markup);

  test('stand in one table below the patient and the order, the header of the message last', () => {
    expect(lines.slice(0, 14)).toEqual([
      'Results',
      'From Elm Lab, sent 3/2/26 2:30 PM (UTC-05:00)',
      'DOE, JANE Q · Born 14-Feb-1960 · Female · MRN 77',
      'Basic metabolic panel',
      'Status | Final',
      'Observed | 3/2/26 8:15 AM',
      'Reported | 3/2/26 2:00 PM',
      'Ordered by | Grey, Meredith 123',
      'Comment: Fasting',
      'Source: Performing department',
      'Test | Result | Units | Reference range | Flag',
      'Glucose 2345-7 LOINC | 104 | mg/dL | 70-99 | ↑\u00A0High',
      'Potassium 2823-3 LOINC | 6.8 | mmol/L | 3.5-5.1 | ↑↑\u00A0Critically high',
      'Comment: Specimen hemolyzed',
    ]);
    const headings = lines.filter((line) =>
      /^(?:Details|Patient PID|Visit PV1|About this message|Message header MSH)$/.test(line),
    );
    expect(headings).toEqual(['Details', 'Patient PID', 'Visit PV1', 'About this message', 'Message header MSH']);
  });

  test('are marked if they are abnormal', () => {
    expect(markup).toContain('<td><strong class="abnormal">104</strong></td>');
    expect(markup).toContain('<td><strong class="critical">6.8</strong></td>');
    expect(markup).toContain('<td>139</td>');
  });

  test('are not marked if they are very susceptible or their flag was deleted', () => {
    const shown = html(pid, obr, 'OBX|1|NM|1^A||5|||""', 'OBX|2|NM|2^B||6|||VS', 'OBX|3|NM|3^C||7|||R');
    expect(shown).toContain('<td>5</td><td><small>deleted</small></td>');
    expect(shown).toContain('<td>6</td><td>Very susceptible</td>');
    expect(shown).toContain('<td><strong class="abnormal">7</strong></td>');
  });

  test('state their own status and time where they differ', () => {
    const shown = linesOf(
      html(pid, obr, 'OBX|1|NM|1^A||1||||||P|||20260301', 'OBX|2|NM|2^B||2||||||D', 'OBX|3|NM|3^C||||||||I'),
    );
    expect(shown).toContain('Test | Result | Status | Observed');
    expect(shown).toContain('A 1 | 1 | Preliminary | 3/1/26');
    expect(shown).toContain('B 2 | 2 | Deleted |');
    expect(shown).toContain('C 3 |  | Results pending |');
    expect(html(pid, 'OBX|1|NM|2^B||2||||||D')).toContain('<td><s>2</s></td>');
  });

  test('state a time or status that the order does not have, even if another field does', () => {
    const shown = linesOf(
      html(pid, obr, 'OBX|1|NM|1^A||1||||||F|||202603021400', 'OBX|2|NM|2^B||2||||||F|||202603021400'),
    );
    expect(shown).toEqual(
      expect.arrayContaining([
        'Status | Final',
        'Observed | 3/2/26 8:15 AM',
        'Reported | 3/2/26 2:00 PM',
        'Results observed | 3/2/26 2:00 PM',
      ]),
    );
    expect(shown).not.toContain('Status of results | Final');
  });

  test('stay below their order, also after a segment that is not known', () => {
    const shown = linesOf(html(pid, obr, 'OBX|1|NM|1^A||1', 'ZXX|x', 'NTE|1||About x', 'OBX|2|NM|2^B||2', 'PV1|1|I'));
    const order = shown.slice(shown.indexOf('Basic metabolic panel'), shown.indexOf('Patient PID'));
    expect(order).toEqual(expect.arrayContaining(['A 1 | 1', 'B 2 | 2', 'ZXX', 'ZXX-1 | x', 'Comment: About x']));
    expect(shown.filter((line) => line === 'ZXX-1 | x')).toHaveLength(1);
    expect(shown).not.toContain('Observations');
  });

  test('stay below the service if the order follows it', () => {
    /** Headings, results and control codes of the orders. */
    const orders = (...segments: string[]) => {
      const lines = linesOf(html(pid, ...segments));
      const own = lines.slice(0, lines.indexOf('Patient PID'));
      return own.filter((line) => /^(?:Basic|Hemo|Order$|[AB] \d|Control)/.test(line)).join(', ');
    };
    const second = 'OBR|2|A2|B2|718-7^Hemoglobin^LN';
    const [a, b] = ['OBX|1|NM|1^A||1', 'OBX|2|NM|2^B||2'] as const;
    expect(orders(obr, 'ORC|RE', a, second, 'ORC|NW', b)).toBe(
      'Basic metabolic panel, A 1 | 1, Control ORC-1 | RE, Hemoglobin, B 2 | 2, Control ORC-1 | NW',
    );
    // An ORC that comes before a service or after results begins an order.
    expect(orders(obr, 'ORC|RE', second, b)).toBe('Basic metabolic panel, Hemoglobin, B 2 | 2, Control ORC-1 | RE');
    expect(orders(obr, a, 'ORC|RE', b)).toBe('Basic metabolic panel, A 1 | 1, Order, B 2 | 2, Control ORC-1 | RE');
  });

  test('of two patients in a message stay apart', () => {
    const shown = linesOf(html(pid, obr, 'OBX|1|NM|1^A||1', 'PID|2||78||ROE^RON', obr, 'OBX|1|NM|2^B||2'));
    const order = shown.filter((line) => /^(?:DOE, JANE Q|ROE, RON) ·|^[AB] \d \|/.test(line));
    expect(order.map((line) => line.slice(0, 5))).toEqual(['DOE, ', 'A 1 |', 'ROE, ', 'B 2 |']);
  });

  test('in several lines of text are one text', () => {
    const shown = html(
      pid,
      obr,
      'OBX|1|TX|9^Diagnosis||SKIN, SHAVE BIOPSY:||||||F',
      'OBX|2|TX|9^Diagnosis||Margins \\T\\ base clear~(<1 mm)||||||F',
      'OBX|3|FT|8^Gross description||Tan skin\\.br\\\\.br\\Bisected||||||F',
      'OBX|4|TX|7^Layout||Cells    12\\.br\\Mitoses   0||||||F',
    );
    expect(shown).toContain('<p>SKIN, SHAVE BIOPSY:<br>Margins &amp; base clear<br>(&lt;1 mm)</p>');
    expect(shown).toContain('<h3>Gross description <small>8</small></h3>\n<p>Tan skin</p>\n<p>Bisected</p>');
    expect(shown).toContain('<pre>Cells    12\nMitoses   0</pre>');
  });

  test('of one test with another flag, status or time are not one text', () => {
    for (const [first, second, lines] of [
      ['A|||F', '|||F', ['Culture 9 | Yeast | Abnormal', 'Culture 9 | No growth |']],
      ['|||P', '|||F', ['Culture 9 | Yeast | Preliminary', 'Culture 9 | No growth | Final']],
      ['|||F|||20260301', '|||F|||20260302', ['Culture 9 | Yeast | 3/1/26', 'Culture 9 | No growth | 3/2/26']],
    ] as const) {
      const shown = linesOf(
        html(pid, obr, `OBX|1|TX|9^Culture||Yeast|||${first}`, `OBX|2|TX|9^Culture||No growth|||${second}`),
      );
      expect(shown).toEqual(expect.arrayContaining([...lines]));
    }
    const numbered = html(pid, obr, 'OBX|1|TX|9^Culture|1|No growth||||||F', 'OBX|2|TX|9^Culture|2|in 2 days||||||F');
    expect(numbered).toContain('<p>No growth<br>in 2 days</p>');
  });

  test('in text are struck out if they were withdrawn', () => {
    const report = (status: string) =>
      html(
        pid,
        obr,
        `OBX|1|TX|9^Diagnosis||Malignant||||||${status}`,
        `OBX|2|TX|9^Diagnosis||melanoma||||||${status}`,
        `OBX|3|TX|8^Layout||Cells    12\\.br\\Mitoses   0||||||${status}`,
      );
    expect(report('W')).toContain('<p><s>Malignant<br>melanoma</s></p>');
    expect(report('D')).toContain('<pre><s>Cells    12\nMitoses   0</s></pre>');
    expect(report('D')).toContain('<th scope="row">Status of results</th><td><b>Deleted</b></td>');
    expect(report('F')).not.toContain('<s>');
    const file = (value: string) => html(pid, obr, `OBX|1|ED|1^Report||LAB^${value}||||||D`);
    expect(file(`TEXT^PLAIN^Base64^${Buffer.from('Clear').toString('base64')}`)).toContain('<p><s>Clear</s></p>');
    expect(file('Image^JPEG^Base64^/9j/4AAQ')).toContain('<p><b>Deleted</b></p>\n<p><img');
    // Of a specimen.
    expect(html(pid, obr, 'SPM|1|S1', 'OBX|1|NM|1^A||1||||||D', 'OBX|2|NM|2^B||2||||||D')).toContain(
      '<td><b>Deleted</b></td>',
    );
  });

  test('show text and pictures they embed, and name other files', () => {
    const of = (data: string) => html(pid, obr, `OBX|1|ED|1^Report||${data}||||||F`);
    expect(of(`LAB^TEXT^PLAIN^Base64^${Buffer.from('Clear <1').toString('base64')}`)).toContain('<p>Clear &lt;1</p>');
    expect(of('LAB^Image^JPEG^Base64^/9j/4AAQ')).toContain(
      '<img src="data:image/jpeg;base64,/9j/4AAQ" alt="Picture in this message">',
    );
    expect(of('LAB^Image^JPEG^Base64^"onerror="x')).not.toContain('<img');
    expect(of('LAB^Application^PDF^Base64^JVBERi0=')).toContain('This message holds a file (1 KB)');
  });
});

describe('values', () => {
  const shown = (segment: string) => linesOf(html(segment));

  // Members of every object.
  test.each(['constructor', 'valueOf', '__proto__'])('that are the word %s are text', (word) => {
    const name = `DOE^JANE^^^${word}^^${word}`;
    expect(linesOf(hl7Html(header.replace('ORU^R01', `${word}^${word}`)))[0]).toBe('HL7 message');
    for (const [segment, line] of [
      [`PID|1||77^^^ELM^${word}`, `Patient ids PID-3 | 77 ${word} · ELM`],
      [`PID|1||||${name}`, `Name PID-5 | DOE, JANE ${word}`],
      [`PID|1|||||||${word}`, `Sex PID-8 | ${word}`],
      [`PID|1||||||||||1 Elm St^^^^^^${word}`, `Address PID-11 | 1 Elm St ${word}`],
      [`PID|1||||||||||||6175550123^${word}`, `Home phone PID-13 | (617) 555-0123 ${word}`],
      [`PV1|1||||||7^DOE^JANE^^^^^^^${word}^^^${word}`, `Attending PV1-7 | DOE, JANE ${word} 7 · ${word}`],
      [`DG1|1||A^B^${word}`, `Diagnosis DG1-3 | B A ${word}`],
      [`OBX|1|${word}|1^A||2||||||F`, 'A 1 | 2 | Final'],
      [`OBX|1|NM|1^A||2|||${word}|||F`, `A 1 | 2 | ${word} | Final`],
      [`OBX|1|NM|1^A||2||||||${word}`, `A 1 | 2 | ${word}`],
      [`NTE|1|${word}`, `Source NTE-2 | ${word}`],
      [`NTE|1||a\\${word}\\b`, `Comment NTE-3 | a\\${word}\\b`],
      [`ZVN|1\r${word}|2`, 'ZVN-2 | 2'],
    ] as const) {
      expect(shown(segment)).toContain(line);
    }
  });

  test('of people, places and phones are written as in the portal', () => {
    const lines = shown(
      'PID|1||123456789^^^^SS~77^^^ELM^MR||DOE&van^JANE^Q^Jr^Dr^MD^L||196002140830|F||2106-3^White^HL70005|12&Main St^Apt 4^Boston^MA^021394307^USA^H||6175550123^PRN^PH~^NET^Internet^jane@example.org~^WPN^PH^^1^617^5550199^12~call 617-555-0124 after 5|||M|||123456789',
    );
    for (const line of [
      'Patient ids PID-3 | 123-45-6789 SSN',
      '77 MRN · ELM',
      'Name PID-5 | DOE, JANE Q Jr, MD Dr · legal name · van',
      'Date of birth PID-7 | 2/14/1960 8:30 AM',
      'Race PID-10 | White 2106-3 HL70005',
      'Address PID-11 | 12 Main St, Apt 4, Boston, MA 02139-4307, USA home',
      'Home phone PID-13 | (617) 555-0123 home',
      'jane@example.org email',
      '(617) 555-0199 x12 work',
      'call 617-555-0124 after 5',
      'Marital status PID-16 | Married',
      'SSN PID-19 | 123-45-6789',
    ]) {
      expect(lines).toContain(line);
    }
  });

  test('of an appointment begin with its status and time', () => {
    const lines = shown('SCH|A1|B1|||||Follow-up||||2^^M30^202603020900^202603020930||||||||||||||Booked');
    expect(lines.slice(lines.indexOf('Appointment SCH') + 1).slice(0, 4)).toEqual([
      'Status SCH-25 | Booked',
      'Timing SCH-11 | 2 · M30 · 3/2/26 9:00 AM – 3/2/26 9:30 AM',
      'Reason SCH-7 | Follow-up',
      'Placer id SCH-1 | A1',
    ]);
  });

  test('of an unknown segment keep the order in which they were sent', () => {
    expect(shown('ZVN|A|B^C^D||20260302')).toEqual(
      expect.arrayContaining(['ZVN', 'ZVN-1 | A', 'ZVN-2 | B · C · D', 'ZVN-4 | 20260302']),
    );
  });

  test('of an unknown segment are all shown, also if they are equal', () => {
    expect(shown('ZVN|Y|N|Y|Y|2')).toEqual(
      expect.arrayContaining(['ZVN-1 | Y', 'ZVN-2 | N', 'ZVN-3 | Y', 'ZVN-4 | Y', 'ZVN-5 | 2']),
    );
  });

  test('keep what is no escape sequence', () => {
    expect(shown('ZVN|C:\\temp\\new|1\\S\\2\\F\\3\\R\\4\\E\\5|\\XC3A9\\\\H\\x\\N\\')).toEqual(
      expect.arrayContaining(['ZVN-1 | C:\\temp\\new', 'ZVN-2 | 1^2|3~4\\5', 'ZVN-3 | éx']),
    );
  });

  test('are read with the delimiters of the message', () => {
    const lines = linesOf(hl7Html('MSH*:~\\&*LIS\rPID*1**77:::ELM:MR**DOE:JANE^A\rOBX*1*ST*1:Note**a|b'));
    expect(lines[1]).toBe('From LIS');
    expect(lines[2]).toBe('DOE, JANE^A · Date of birth not stated · Sex not stated · MRN 77');
    expect(lines).toContain('Note 1 | a|b');
  });

  test('broken into lines by their sender are complete', () => {
    const lines = linesOf(hl7Html(`${header}\nPID|1||77\nOBX|1|TX|1^Report||First line\nSecond line\n\nEND||||||F`));
    expect(lines).toEqual(expect.arrayContaining(['First line', 'Second line', 'END', 'Status | Final']));
  });

  test('broken into lines that are words like a segment code are complete', () => {
    const message = `${header}\r${obr}\rOBX|1|TX|1^Echo||Findings:\rPDA\rsmall, left to right||||||F\rPV1\rNTE|1||Done`;
    const lines = linesOf(hl7Html(message));
    expect(lines).toEqual(expect.arrayContaining(['Findings:', 'PDA', 'small, left to right', 'Comment: Done']));
    expect(lines).not.toContain('Death and autopsy PDA');
    // An algorithm of quadratic time would take minutes.
    const long = hl7Html(`${header}\r${obr}\rOBX|1|TX|1^Echo||Findings:${'\rPDA'.repeat(500_000)}\rend||||||F`);
    expect(long.match(/<br>PDA/g)).toHaveLength(500_000);
  });

  test('with markup are text', () => {
    const attack = '<img src=x onerror=alert(1)>"\'';
    const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;';
    for (const segment of [
      `PID|${attack}|${attack}|${attack}^${attack}||${attack}^${attack}||${attack}|${attack}`,
      `OBR|${attack}|||${attack}\rOBX|1|${attack}|${attack}||${attack}|${attack}|${attack}|${attack}|||${attack}|||${attack}\rNTE|||${attack}\rPRT|${attack}`,
      `${attack}|${attack}`,
      `OBX|1|ED|${attack}||${attack}^${attack}^${attack}^${attack}^${attack}`,
    ]) {
      const markup = html(segment);
      expect(markup).toContain(escaped);
      expect(markup).not.toContain('<img');
    }
  });
});

const folder = sample('hl7v2');

test('neighboring segments of the same kind share a table, unless one has a comment', () => {
  const allergies = (count: number) => Array.from({ length: count }, (_, at) => `AL1|${at}||Allergen ${at}`);
  const shown = linesOf(html(pid, ...allergies(3), 'NTE|1||severe', ...allergies(2)));
  const sections = shown.filter((line) => /^Aller|^Comment/.test(line)).join(', ');
  expect(sections).toBe(
    [
      'Allergy AL1, Allergen AL1-3, Allergen 0, Allergen 1',
      'Allergy AL1, Allergen AL1-3 | Allergen 2, Comment: severe',
      'Allergy AL1, Allergen AL1-3, Allergen 0, Allergen 1',
    ].join(', '),
  );
});

test('a text with very much white space is shown at once', () => {
  // An algorithm of quadratic time would take minutes.
  const space = '\t'.repeat(1_000_000);
  expect(html(`OBX|1|TX|1^A||a${space}b||||||F`)).toContain(`<p>a${space}b</p>`);
});

test.each([
  ['segments', `NTE|1||a remark\r`.repeat(6_000), '<p>1001 more segments are in the Text view.</p>'],
  [
    'segments, one of which is left out,',
    `NTE|1||a remark\r`.repeat(5_000),
    '<p>1 more segment is in the Text view.</p>',
  ],
  ['fields', `ZZZ${'|x'.repeat(100_000)}`, '<p>One segment has too many fields to show here. See the Text view.</p>'],
])('a message with very many %s refers to its text', (_, many, words) => {
  const html = hl7Html(`MSH|^~\\&|LAB|A|B|C|20260101||ORU^R01|1|P|2.5\r${many}`);
  expect(html).toContain(words);
  expect(html.length).toBeLessThan(500_000);
});

describe.skipIf(folder === undefined)('the samples', () => {
  const names = folder === undefined ? [] : readdirSync(folder);
  const textOf = (name: string) => readFileSync(path.join(folder ?? '', name), 'utf8').replace(/^\uFEFF/, '');
  /** Letters and digits alone, because numbers are formatted. */
  const squash = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const words: Record<string, string>[] = [
    addressKinds,
    codingSystems,
    idKinds,
    nameKinds,
    phoneKinds,
    ...Object.values(codeTables),
  ];

  /** What may be shown for a value: itself, its time, its word, or that it is a file. */
  const formsOf = (value: string) =>
    [
      value,
      hl7Time(value),
      value.endsWith('=') ? 'This message holds a file' : '',
      ...words.flatMap((table) => table[value] ?? []),
    ]
      .map(squash)
      .filter(Boolean);

  /** The values of the tables by the position or label of their field, such as PID-5 or Name. */
  function tableValues(markup: string): Map<string, string> {
    const values = new Map<string, string>();
    const add = (head: string, cell: string) => {
      const value = squash(linesOf(cell).join(' '));
      for (const key of linesOf(head.replace('<small>', '\n'))) values.set(key, `${values.get(key) ?? ''} ${value}`);
    };
    for (const [, table = ''] of markup.matchAll(/<table>(.*?)<\/table>/gs)) {
      const heads = [...table.matchAll(/<th scope="col">(.*?)<\/th>/gs)].map(([, head = '']) => head);
      for (const [, row = ''] of table.matchAll(/<tr>(.*?)<\/tr>/gs)) {
        const [head] = /(?<=<th scope="row">).*?(?=<\/th>)/s.exec(row) ?? [];
        for (const [at, [, cell = '']] of [...row.matchAll(/<td>(.*?)<\/td>/gs)].entries())
          add(head ?? heads[at] ?? '', cell);
      }
    }
    return values;
  }
  /** Fields that are among the facts above the results, under another name. */
  const factLabels: Record<string, string> = { 'TXA-10': 'Authenticated by', 'TXA-17': 'Status' };
  const partsOf = (field: string) => field.split(/[~^&]/).map((value) => value.replace(/\\T\\/g, '&').trim());

  test.each(names)('%s has a row for each field', (name) => {
    const text = textOf(name);
    const shown = tableValues(hl7Html(text));
    const missing = text.split(/[\r\n]+/).flatMap((line) => {
      const [code = '', ...fields] = line.split('|');
      // Their values are in a table of their own, or a comment.
      if (/^(?:MSH|OBX|NTE|)$/.test(code)) return [];
      return fields.flatMap((field, index) => {
        const at = `${code}-${index + 1}`;
        const label = factLabels[at] ?? segmentNames(code)?.[index + 1] ?? '';
        const values = [at, label].map((key) => shown.get(key) ?? '').join(' ');
        const lost = partsOf(field).filter(
          (value) => squash(value) !== '' && !formsOf(value).some((form) => values.includes(form)),
        );
        return lost.map((value) => `${at} ${value}`);
      });
    });
    // The kind of a phone number under a label that says so, and the country code of the United States.
    expect(missing.filter((one) => !/ PH$|^ORC-23 1$/.test(one))).toEqual([]);
  });

  test.each(names)('%s loses no value', (name) => {
    const text = textOf(name);
    const shown = squash(linesOf(hl7Html(text)).join(' '));
    const values = text
      .split(/[\r\n]+/)
      .flatMap((line) => line.split('|').slice(line.startsWith('MSH') ? 2 : 1))
      .flatMap(partsOf);
    // The kind of a phone number under a label that says so.
    const lost = values.filter(
      (value) => value !== 'PH' && squash(value) !== '' && !formsOf(value).some((form) => shown.includes(form)),
    );
    expect([...new Set(lost)]).toEqual([]);
  });
});
