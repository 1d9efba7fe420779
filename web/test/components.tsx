import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { StrictMode, type ReactNode } from 'react';
import { theme } from '../src/theme.ts';
import { ConfirmHost } from '../src/ui/confirm.tsx';

/** Renders a component as the portal does, without transitions and colors. Returns a user with keyboard and pointer. */
export function renderComponent(component: ReactNode): UserEvent {
  render(
    <StrictMode>
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        {component}
        <ConfirmHost />
      </MantineProvider>
    </StrictMode>,
  );
  // Checking each ancestor's style in jsdom on every key takes longer than everything else.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
}

function named(parent: ParentNode, role: string, name: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(`${role}[aria-label="${name}"]`);
  if (found === null) throw new Error(`No ${role} is named ${name}`);
  return found;
}

/** A widget of the gallery, by name. */
export const widget = (name: string): HTMLElement => named(document, 'article', name);

/** A widget of the gallery in one state. */
export const sample = (name: string, state: string): HTMLElement => named(widget(name), '[role=group]', state);

/** Queries within a widget of the gallery in one state. */
export const inSample = (name: string, state: string) => within(sample(name, state));

/** Replaces a field's text. */
export function fill(field: HTMLElement, text: string): void {
  focus(field);
  fireEvent.change(field, { target: { value: text } });
}

export const focus = (element: HTMLElement): void => act(() => element.focus());

/** Blurs a field. */
export const leave = (element: HTMLElement): void => act(() => element.blur());

/** Clicks a button once it is enabled: a form checks its input first. */
export async function clickEnabled(user: UserEvent, button: HTMLElement): Promise<void> {
  await waitFor(() => {
    if (button.matches(':disabled')) throw new Error(`${button.textContent} is disabled`);
  });
  await user.click(button);
}
