import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fill, focus, inSample, renderComponent, sample } from '../../test/components.tsx';
import { ChoiceSamples } from './ChoiceSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<ChoiceSamples />);
});

describe('a tree', () => {
  test('is navigated and checked by keyboard', async () => {
    const cell = inSample('TreeSelect', 'Filled');
    const line = (name: RegExp) => cell.getByRole('treeitem', { name });
    const north = line(/^North region/);
    const south = line(/^South region/);
    expect(north).toHaveAttribute('aria-checked', 'mixed');
    expect(north).toHaveTextContent('1 of 3');
    focus(north);
    await user.keyboard('{ArrowRight}');
    expect(north).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowRight}');
    expect(line(/^Ash Street/)).toHaveFocus();
    await user.keyboard(' ');
    expect(line(/^Ash Street/)).toHaveAttribute('aria-checked', 'true');
    expect(cell.getByText('2 of 6 selected')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(north).toHaveFocus();
    await user.keyboard(' ');
    expect(north).toHaveAttribute('aria-checked', 'true');
    await user.keyboard('{End}');
    expect(south).toHaveFocus();
    await user.keyboard('*');
    expect(line(/^Elmwood/)).toBeVisible();
    await user.keyboard('e');
    expect(line(/^Elmwood/)).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(south).toHaveAttribute('aria-checked', 'mixed');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(north).toHaveAttribute('aria-expanded', 'false');
    expect(cell.queryByRole('treeitem', { name: /^Ash Street/ })).toBeNull();
  });

  test('keeps hidden choices while searching', async () => {
    const cell = inSample('TreeSelect', 'Filled');
    const search = cell.getByLabelText('Search for a clinic...');
    const press = async (name: string) => await user.click(cell.getByRole('button', { name }));
    fill(search, 'cedar');
    expect(cell.getAllByRole('treeitem')).toHaveLength(3);
    await press('Select all');
    expect(cell.getByText('2 of 6 selected')).toBeVisible();
    expect(cell.getByRole('button', { name: 'Unselect all' })).toBeVisible();
    fill(search, 'nowhere');
    expect(cell.getByText('No results found')).toBeVisible();
    fill(search, '');
    expect(cell.getByRole('treeitem', { name: /^South region/ })).toHaveAttribute('aria-checked', 'mixed');
    await press('Select all');
    await press('Unselect all');
    expect(cell.getByText('0 of 6 selected')).toBeVisible();
  });
});

test('a yes/no panel shows the follow-up of its answer', async () => {
  const cell = inSample('YesNoPanel', 'Empty');
  expect(cell.queryByText(/Say/)).toBeNull();
  await user.click(cell.getByRole('radio', { name: 'Yes' }));
  expect(cell.getByText('Say from when on.')).toBeVisible();
  await user.click(cell.getByRole('radio', { name: 'No' }));
  expect(cell.getByText('Say until when.')).toBeVisible();
  expect(cell.queryByText('Say from when on.')).toBeNull();
});

test('an image is checked before it is accepted, and refused with the reason', async () => {
  const cell = inSample('ImageUpload', 'Empty');
  const input = sample('ImageUpload', 'Empty').querySelector('input[type=file]');
  const choose = (file: File) => fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  choose(new File(['GIF89a'], 'logo.gif', { type: 'image/gif' }));
  expect(cell.getByRole('alert')).toHaveTextContent('logo.gif: Choose a picture in one of these formats');
  choose(new File([new Uint8Array(100_001)], 'big.png', { type: 'image/png' }));
  expect(cell.getByRole('alert')).toHaveTextContent('must not be larger than 0.1 MB');
  choose(new File(['a picture'], 'Logo.PNG', { type: 'image/png' }));
  expect(cell.queryByRole('alert')).toBeNull();
  expect(cell.getByRole('img', { name: 'Logo.PNG' })).toHaveAttribute('src', 'blob:Logo.PNG');
  await user.click(cell.getByRole('button', { name: 'Remove' }));
  expect(cell.queryByRole('img')).toBeNull();
});
