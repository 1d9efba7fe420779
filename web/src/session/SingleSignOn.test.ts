import { expect, test } from 'vitest';
import { singleSignOnAddress } from './SingleSignOn.tsx';

test('single sign-on returns to the requested screen, with its whole address', () => {
  const address = new URL(
    singleSignOnAddress({ pathname: '/provider/Referrals', search: '?status=declined&searchTerm=a%26b' }),
    'http://localhost',
  );
  expect(address.pathname).toBe('/api/single-sign-on/start');
  expect(address.searchParams.get('returnTo')).toBe('/provider/Referrals?status=declined&searchTerm=a%26b');
});
