import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { NotificationSwitch } from './NotificationSwitch.tsx';

afterEach(() => vi.unstubAllGlobals());

/** As on phones, where the failure appears only with the first notification. */
class Refused {
  static permission = 'granted';
  static requestPermission = () => Promise.resolve('granted');
  constructor() {
    throw new TypeError('Illegal constructor');
  }
}

test('the switch turns off and says why if the browser shows no notifications of pages', async () => {
  vi.stubGlobal('Notification', Refused);
  const user = renderComponent(<NotificationSwitch />);
  const notifications = screen.getByRole('switch', { name: 'Notify me on this device' });
  expect(notifications).toBeEnabled();
  await user.click(notifications);
  await vi.waitFor(() => expect(notifications).toBeDisabled());
  expect(notifications).not.toBeChecked();
  expect(notifications).toHaveAccessibleDescription('This browser does not show notifications from web pages.');
});
