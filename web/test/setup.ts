import { notifications } from '@mantine/notifications';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { findMisnamed } from './findMisnamed.ts';

// Stubs for what jsdom lacks: it has no layout, so nothing is measured or scrolled.

class NothingObserved {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(window, {
  ResizeObserver: NothingObserved,
  IntersectionObserver: NothingObserved,
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} }),
});
Object.assign(document, { fonts: new EventTarget() });
Object.assign(Element.prototype, { scrollIntoView() {}, checkVisibility: () => true });
Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL() {} });

// Long timeouts for busy machines. Error messages leave out the DOM.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? 'No such element') });

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const misnamed = findMisnamed();
  // Otherwise the next test's toasts wait until there is room for them.
  notifications.cleanQueue();
  notifications.clean();
  cleanup();
  const errors = [...vi.mocked(console.error).mock.calls];
  vi.restoreAllMocks();
  if (misnamed.length > 0) throw new Error(`The name must contain the visible text: ${misnamed.join(', ')}`);
  if (errors.length > 0) throw new Error(`The component wrote an error: ${errors.flat().map(String).join(' ')}`);
});
