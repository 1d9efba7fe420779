import { use, type ReactNode } from 'react';
import classes from './Page.module.css';
import { ScreenHelpLink } from './screenHelp.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** Use `h2` inside a page that has its own heading; defaults to `h1`. */
  heading?: 'h1' | 'h2';
  /** Right of the title: a search box, a count. */
  beside?: ReactNode;
  /** At the right end: "Add user". */
  actions?: ReactNode;
  /** Links or tabs to the parts of the page, at the lower edge of the header. */
  tabs?: ReactNode;
  /** Below the title: filters, or a sentence about what the page shows. */
  filters?: ReactNode;
  /** `bar` is the top of a page that fills the window, `column` that of a column, `plain` scrolls with the page. */
  look: 'bar' | 'column' | 'plain';
}

/** The top of a page, or of a column in it: title, actions and filters. */
export function PageHeader(props: PageHeaderProps): ReactNode {
  const { title, heading: Heading = 'h1', beside, actions, tabs, filters, look } = props;
  const help = use(ScreenHelpLink);
  return (
    <header className={classes['header']} data-look={look} data-tabs={tabs !== undefined || undefined}>
      <div className={classes['row']}>
        <Heading>{title}</Heading>
        {Heading === 'h1' && help}
        {beside}
        {tabs}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {filters !== undefined && <div className={classes['filters']}>{filters}</div>}
    </header>
  );
}

export interface PageProps extends Omit<PageHeaderProps, 'heading' | 'look'> {
  /** Above the title: a link to the page above this one. */
  back?: ReactNode;
  /**
   * `scroll` (default) scrolls the page as a whole. `fill` gives the body the rest of the window, where it scrolls by
   * itself, such as a table; `fillUnlessNarrow` does so except on a phone.
   */
  layout?: 'scroll' | 'fill' | 'fillUnlessNarrow';
  /** Width of a page of text or cards that would be hard to read in a wide window. */
  maxWidth?: string;
  /** Below the body. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of a page: title, actions, filters and body. */
export function Page({ back, layout = 'scroll', maxWidth, footer, children, ...header }: PageProps): ReactNode {
  const scrolls = layout === 'scroll';
  return (
    <div
      className={classes['page']}
      data-layout={layout}
      data-narrow={maxWidth !== undefined || undefined}
      style={{ maxWidth }}
    >
      {back !== undefined && <div className={classes['back']}>{back}</div>}
      <PageHeader look={scrolls ? 'plain' : 'bar'} {...header} />
      {scrolls ? children : <div className={classes['body']}>{children}</div>}
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </div>
  );
}
