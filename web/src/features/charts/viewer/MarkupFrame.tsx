import { useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react';
import classes from './MarkupFrame.module.css';
import { sanitize } from './sanitizeMarkup.ts';

/** Second line of defense: whatever passes the sanitizer can run nothing and load nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:";

const style = `
  :root { color-scheme: light }
  body { max-width: 80ch; margin: 0; padding: 16px 24px; background: #fff; color: #1a1b1e;
    font: 14px/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere }
  h1 { font-size: 1.4rem; margin: .3em 0 } h2 { font-size: 1.15rem; margin-top: 1.5em } h3, h4 { font-size: 1rem }
  p { margin: .4em 0 } img { max-width: 100% } pre { white-space: pre-wrap; font: 12px/1.6 ui-monospace, monospace }
  table { border-collapse: collapse; margin: .6em 0 } th, td { border: 1px solid #ced4da; padding: 4px 8px; text-align: left; vertical-align: top }
  th { background: #f1f3f5; font-weight: 600; overflow-wrap: break-word } td:first-child { overflow-wrap: break-word } dt { font-weight: 600 } dd { margin: 0 0 .4em }
  small { color: #5c636a; font-weight: 400 } h2 small, h3 small { font-size: .75em }
  body:has(.results) { max-width: 110ch } .results { width: 100% }
  .results td { overflow-wrap: break-word; font-variant-numeric: tabular-nums } .results tbody th { background: none; font-weight: 500 }
  .abnormal { color: #c92a2a } .critical { padding: 1px 4px; background: #c92a2a; color: #fff; box-decoration-break: clone }
  .critical small { color: inherit } @media print { .abnormal, .critical, .critical small { background: none; color: #000 } }
  @media (max-width: 40em) { body { padding: 12px } th, td { padding: 3px 4px } .results { font-size: 12px } }
  footer { margin-top: 2.5em; border-top: 1px solid #ced4da; font-size: 12px; color: #495057 }
  mark { background: #ffe066 } mark[data-current] { background: #ff922b }
`;

/** A complete page around sanitized markup. */
export function pageOf(body: string, more = ''): string {
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}${more}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}

export interface MarkupFrameProps {
  /** Original markup; it is sanitized here. */
  html: string;
  /** Label of the frame for screen readers. */
  title: string;
  ref?: Ref<HTMLIFrameElement>;
  onLoad?: () => void;
}

/**
 * Imported markup, in a frame where no script runs and nothing is loaded. The frame has the portal's origin, so that the
 * portal can search it and receive its key events; without scripts the markup cannot make use of that.
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
    // Forwards key presses in the frame to the portal.
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
