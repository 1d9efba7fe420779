import { expect, test } from 'vitest';

import { renderMarkdown } from './markdown.ts';

test('text is rendered as intended', () => {
  const html = renderMarkdown(
    '# New\n\n- **Bold** and *slanted*\n- `Ctrl`\n\n1. one\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  );
  expect(html).toContain('<h2>New</h2>');
  expect(html).toContain('<li><strong>Bold</strong> and <em>slanted</em></li>');
  expect(html).toContain('<code>Ctrl</code>');
  expect(html).toContain('<blockquote>');
  expect(html).toMatch(/<div class="table" tabindex="0"[^>]*>\n<table>[^]*<td>1<\/td>[^]*<\/table>\n<\/div>/);
});

test('headings are below the page heading', () => {
  expect(renderMarkdown('# one')).toBe('<h2>one</h2>\n');
  expect(renderMarkdown('###### six')).toBe('<h6>six</h6>\n');
});

test.each(['https://example.org/a?b=1', 'http://example.org', 'mailto:help@example.org', 'HTTPS://EXAMPLE.ORG'])(
  'a link to %s is allowed, and sends no referrer',
  (url) => {
    expect(renderMarkdown(`[there](${url})`)).toMatch(
      /^<p><a href="[^"]+" rel="noopener noreferrer" target="_blank">there<\/a><\/p>\n$/,
    );
  },
);

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  'text <b onmouseover="alert(1)">bold</b>',
  '<!-- <script>alert(1)</script> -->',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example/a)',
  '[x](/provider/Referrals)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '[![x](https://evil.example/p.png)](javascript:alert(1))',
  '![x" onerror="alert(1)](https://evil.example/p.png "t")',
  '[a](https://example.org "x\\" onclick=\\"alert(1)")',
  '[a](https://example.org/"onmouseover="alert(1))',
  '```html"><script>alert(1)</script>\ncode\n```',
  '# <a name="x" href="javascript:alert(1)">x</a>',
  '| <script>alert(1)</script> | b |\n|---|---|\n| ![x](https://evil.example/a) | <img src=x onerror=1> |',
  '\u0000<script>alert(1)</script>',
];

/** Every tag of the rendered HTML, with its attributes, as a browser would parse them. */
function tagsOf(html: string): { name: string; attributes: string[] }[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name,
      attributes: [...rest.matchAll(/([a-z-]+)="([^"]*)"/gi)].map(([whole]) => whole),
    }),
  );
}

const harmlessTags = /^(?:p|a|h[2-6]|strong|em|code|pre|ul|ol|li|blockquote|div|table|thead|tbody|tr|th|td|hr|br|s)$/;
const harmlessAttributes =
  /^(?:href="(?:https?:\/\/|mailto:)[^"]*"|rel="noopener noreferrer"|target="_blank"|title="[^"]*"|class="(?:table|language-[^"<>]*)"|tabindex="0"|role="region"|aria-label="Table"|start="\d+"|style="text-align:\w+")$/;

test.each(hostile)('hostile text stays text: %j', (text) => {
  const html = renderMarkdown(text);
  // Everything except the tags we generate is escaped: no other "<" is left.
  const withoutTags = html.replace(/<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*\/?>/gi, '');
  expect(withoutTags).not.toContain('<');
  for (const { name, attributes } of tagsOf(html)) {
    expect(name).toMatch(harmlessTags);
    for (const attribute of attributes) expect(attribute).toMatch(harmlessAttributes);
  }
});

test('a hundred thousand characters of nesting do not block the server', () => {
  for (const text of ['>'.repeat(100_000), '['.repeat(100_000), '*a '.repeat(33_000), '`'.repeat(100_000)]) {
    expect(renderMarkdown(text).length).toBeGreaterThan(0);
  }
});
