import { Menu, Tabs, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { formatNumber } from './numbers.ts';
import classes from './TabRow.module.css';
import tabRow from './tabRow.module.css';
import { useTabInView } from './useTabInView.ts';

interface TabRowProps<Name extends string> {
  names: readonly Name[];
  current: Name;
  titles: Readonly<Record<Name, string>>;
  /** Null while not loaded: its place is kept, so that the other tabs stay where they are. */
  counts: Partial<Readonly<Record<Name, number | string | null>>>;
  onOpen: (name: Name) => void;
  /** Name of the row for screen readers, if the page has several. */
  label?: string;
}

/** The tabs of a page in one row: those that do not fit are in a menu at its end, on a phone the row scrolls sideways. */
export function TabRow<Name extends string>(props: TabRowProps<Name>): ReactNode {
  const { names, current, titles, counts, onOpen, label } = props;
  const list = useTabInView(names.indexOf(current));
  const fitting = useFittingTabs(list, names.length);
  const hidden = names.slice(fitting);
  const isCurrentHidden = hidden.includes(current);
  const moreTitle = isCurrentHidden ? titles[current] : 'More';
  const withCount = (name: Name) => (
    <>
      {titles[name]}
      {counts[name] !== undefined && (
        <>
          {' '}
          <span className={classes['count']}>{countText(counts[name])}</span>
        </>
      )}
    </>
  );
  return (
    <div className={classes['row']}>
      <Tabs.List
        ref={list}
        className={`${classes['list']} ${tabRow['tabRow']}`}
        {...(label && { 'aria-label': label })}
      >
        {names.map((name, index) => (
          <Tabs.Tab
            key={name}
            value={name}
            // Keeps its place, so that it is known when it fits again; skipped by the arrow keys.
            disabled={index >= fitting}
            data-hidden={index >= fitting || undefined}
            {...(isCurrentHidden && index === 0 && { tabIndex: 0 })}
          >
            {withCount(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {hidden.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <UnstyledButton
              className={classes['more']}
              data-active={isCurrentHidden || undefined}
              aria-label={isCurrentHidden ? `${moreTitle}, more sections` : 'More sections'}
            >
              {moreTitle}
              <IconChevronDown size={14} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((name) => (
              <Menu.Item key={name} aria-current={name === current ? 'page' : undefined} onClick={() => onOpen(name)}>
                {withCount(name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

const countText = (count: number | string | null | undefined) =>
  typeof count === 'number' ? formatNumber(count) : count;

/** Number of tabs in the first line of a row that wraps. The tabs of a row do not change, but their counts do. */
function useFittingTabs(row: RefObject<HTMLDivElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const list = row.current;
    if (list === null) return undefined;
    const tabs = [...list.children] as HTMLElement[];
    const measure = () => {
      const [first] = tabs;
      const next = tabs.findIndex((tab) => tab.offsetTop > (first?.offsetTop ?? 0) + 4);
      setFitting(next === -1 ? tabs.length : next);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [list, ...tabs]) observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return fitting;
}
