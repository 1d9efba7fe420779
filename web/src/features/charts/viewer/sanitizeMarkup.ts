import DOMPurify, { type Config } from 'dompurify';
import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';

/** Attributes of cells and lists whose values are never URLs. */
const plainAttributes = ['colspan', 'rowspan', 'scope', 'datetime', 'dir', 'lang', 'start', 'align'];

/** Classes in markup of the server, styled in MarkupFrame.tsx. */
const knownClasses = new Set(['abnormal', 'critical', 'results']);

/** The markup of clinical texts. Nothing that runs, loads, navigates or accepts input. */
const allowed: Config = {
  ALLOWED_TAGS:
    'h1 h2 h3 h4 h5 h6 p div span section article header footer main b strong i em u s del ins mark small sub sup br hr wbr ul ol li dl dt dd table caption thead tbody tfoot tr th td col colgroup pre code blockquote q cite abbr time address img figure figcaption'.split(
      ' ',
    ),
  ALLOWED_ATTR: [...plainAttributes, 'alt', 'class', 'src', 'title'],
  ADD_URI_SAFE_ATTR: plainAttributes,
  ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpeg|gif|webp);base64,/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Sanitizes a document's markup. */
export function sanitize(html: string): string {
  const document = parse(html);
  removeActive(document);
  return DOMPurify.sanitize(serialize(document), allowed);
}

/** Elements removed with their content; parsers disagree on whether the content of some is text or markup. */
const removed = new Set(
  'base iframe math noembed noframes noscript plaintext script style svg template title xmp'.split(' '),
);

/**
 * Browsers act on some markup while parsing it: a base element and event handlers are blocked by the portal's policy and
 * reported. They are removed before a browser parses the markup.
 */
function removeActive(document: DefaultTreeAdapterTypes.Document): void {
  const pending: DefaultTreeAdapterTypes.ParentNode[] = [document];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    parent.childNodes = parent.childNodes.filter((child) => !removed.has(child.nodeName));
    for (const child of parent.childNodes) {
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      child.attrs = child.attrs.filter(
        ({ name, value }) => !/^(?:on|style$)/i.test(name) && (name !== 'class' || knownClasses.has(value)),
      );
      pending.push(child);
    }
  }
}
