import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { Page, PageHeader } from './Page.tsx';

test('a page has one main heading, with what is beside it, its actions and its filters', () => {
  renderComponent(
    <Page
      title="Users"
      beside="12 users"
      actions={<button>Add user</button>}
      filters={<input aria-label="Type" />}
      back={<a href="#home">Home</a>}
      footer="Searched back to May"
    >
      <p>Everybody</p>
    </Page>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users');
  const header = within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement);
  expect(header.getByText('12 users')).toBeVisible();
  expect(header.getByRole('button', { name: 'Add user' })).toBeVisible();
  expect(header.getByRole('textbox', { name: 'Type' })).toBeVisible();
  expect(header.queryByText('Everybody')).toBeNull();
  const shown = document.body.textContent;
  expect(shown.indexOf('Home')).toBeLessThan(shown.indexOf('Users'));
  expect(shown.indexOf('Everybody')).toBeLessThan(shown.indexOf('Searched back'));
});

test('the parts that are left out leave no empty boxes', () => {
  renderComponent(
    <Page title="My tasks" layout="fill">
      None
    </Page>,
  );
  const empty = [...document.querySelectorAll('header *, header')].filter(({ textContent }) => textContent === '');
  expect(empty).toEqual([]);
});

test('a column of a page that has its own heading takes the level below', () => {
  renderComponent(<PageHeader title="Patients" heading="h2" look="column" beside="3" />);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Patients');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
});
