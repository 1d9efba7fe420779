import { describe, expect, it } from 'vitest';
import { sanitize } from './sanitizeMarkup.ts';

describe('sanitize', () => {
  it('keeps the markup of clinical texts', () => {
    const text = '<h1>Letter</h1><table><tbody><tr><td colspan="2">5 &lt; 6, on = off</td></tr></tbody></table>';
    expect(sanitize(`<html><head><title>No</title></head><body>${text}</body></html>`)).toBe(text);
  });

  it.each([
    '<body onload="alert(1)"><p>Text</p>',
    '<base href="https://portal.example/"><p>Text</p>',
    '<p ONCLICK=alert(1) style="background: url(https://portal.example/)">Text</p>',
    '<svg onload=alert(1)></svg><p>Text</p>',
    '<template><img src=x onerror=alert(1)></template><p>Text</p>',
    '<noscript><img src=x onerror=alert(1)></noscript><p>Text</p>',
    '<p>Text<script>alert(1)</script></p>',
  ])('takes out what acts: %s', (html) => {
    expect(sanitize(html)).toBe('<p>Text</p>');
  });

  it('keeps the classes of the server only', () => {
    expect(sanitize('<b class="critical">6.8</b><b class="critical results">7</b><b class="other">8</b>')).toBe(
      '<b class="critical">6.8</b><b>7</b><b>8</b>',
    );
  });

  it('parses markup without closing tags', () => {
    expect(sanitize(`${'<div>'.repeat(2_000)}deep`)).toContain('deep');
  });
});
