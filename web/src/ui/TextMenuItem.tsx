import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './TextMenuItem.module.css';

/** Class of a menu with such items, which scrolls if there are many. */
export const textMenu = classes['menu'];

interface TextMenuItemProps {
  title: string;
  text: string;
  onInsert: (text: string) => void;
}

/** An item of a menu that inserts a text: its title, and how the text begins. */
export function TextMenuItem({ title, text, onInsert }: TextMenuItemProps): ReactNode {
  return (
    <Menu.Item onClick={() => onInsert(text)}>
      <span className={classes['title']}>{title}</span>
      <span className={classes['text']}>{text}</span>
    </Menu.Item>
  );
}
