import { expect, it } from 'vitest';
import { withLocalTimes } from './chartTimes.ts';

const html = `<p><time datetime="2027-01-15T17:00:00.000Z" data-zone="Pacific/Honolulu">1/15/27 5:00 PM UTC</time>,
  <time datetime="2027-01-15T17:00:00.000Z">1/15/27 5:00 PM UTC</time></p>`;

it('shows an appointment at the clock of its place, with the zone, and other times without one', () => {
  const shown = withLocalTimes(html);
  expect(shown).toContain('>1/15/27 7:00 AM HST</time>');
  expect(shown).toMatch(/>\d+\/\d+\/27 \d+:\d\d [AP]M<\/time><\/p>/);
});
