import DOMPurify, { type Config } from 'dompurify';
import { useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react';
import classes from './MarkupFrame.module.css';
import { withoutHandlers } from './withoutHandlers.ts';

/** What a clinical text is made of. Nothing that runs, loads, leads away or takes what somebody types. */
const allowed: Config = {
  ALLOWED_TAGS:
    'h1 h2 h3 h4 h5 h6 p div span section article header footer main b strong i em u s del ins mark small sub sup br hr wbr ul ol li dl dt dd table caption thead tbody tfoot tr th td col colgroup pre code blockquote q cite abbr time address img figure figcaption'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['colspan', 'rowspan', 'scope', 'alt', 'src', 'datetime', 'dir', 'lang', 'start', 'align', 'title'],
  ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpeg|gif|webp);base64,/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Markup of a document with only what may be shown of it. */
export function sanitize(html: string): string {
  // Parsing alone makes a base element and handlers of events act, which the browser then blocks and reports.
  return DOMPurify.sanitize(withoutHandlers(html.replace(/<base\b/gi, '<removed')), allowed);
}

/** Even if something came through: it runs nothing and loads nothing from anywhere. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:";

const style = `
  :root { color-scheme: light }
  body { max-width: 80ch; margin: 0; padding: 16px 24px; background: #fff; color: #1a1b1e;
    font: 14px/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere }
  h1 { font-size: 1.4rem } h2 { font-size: 1.15rem; margin-top: 1.5em } h3, h4 { font-size: 1rem }
  p { margin: .4em 0 } img { max-width: 100% } pre { white-space: pre-wrap; font: 12px/1.6 ui-monospace, monospace }
  table { border-collapse: collapse; margin: .6em 0 } th, td { border: 1px solid #ced4da; padding: 4px 8px; text-align: left; vertical-align: top }
  th { background: #f1f3f5; font-weight: 600; overflow-wrap: break-word } dt { font-weight: 600 } dd { margin: 0 0 .4em }
  mark { background: #ffe066 } mark[data-current] { background: #ff922b }
`;

/** A page of its own around sanitised markup. */
export function pageOf(body: string, more = ''): string {
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}${more}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}

export interface MarkupFrameProps {
  /** As it came: it is sanitised here. */
  html: string;
  /** Names the frame for screen readers. */
  title: string;
  ref?: Ref<HTMLIFrameElement>;
  onLoad?: () => void;
}

/**
 * Markup that was brought in, in a frame where no script runs and nothing is loaded. It has the portal's origin so that the
 * portal can search it and hear its keys; without scripts it makes no use of that.
 */
export function MarkupFrame({ html, title, ref, onLoad }: MarkupFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (typeof ref === 'function') ref(element);
    else if (ref != null) ref.current = element;
  }, [ref]);
  const page = useMemo(() => pageOf(sanitize(html)), [html]);
  const listen = () => {
    // Keys pressed in the frame are meant for the portal.
    frame.current?.contentDocument?.addEventListener('keydown', (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const copy = new KeyboardEvent('keydown', {
        key,
        ctrlKey,
        metaKey,
        altKey,
        shiftKey,
        bubbles: true,
        cancelable: true,
      });
      if (!frame.current?.dispatchEvent(copy)) event.preventDefault();
    });
    onLoad?.();
  };
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={page}
      onLoad={listen}
    />
  );
}
