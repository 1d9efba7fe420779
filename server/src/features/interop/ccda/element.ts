import { SaxesParser } from 'saxes';

import { inMegabytes } from '../../../platform/files/limits.ts';
import type { Limits } from '../../../platform/files/limits.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';

const longestText = 50_000;

/** An element of a clinical document, without the prefixes of namespaces. */
export class Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[] = [];
  /** Its own text and that of its children, in order, up to a length that no value of a record has. */
  text = '';
  /** Whether a reader asked for it. */
  isRead = false;

  constructor(name: string, attributes: Record<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  add(text: string): void {
    if (this.text.length < longestText) this.text += text.slice(0, longestText);
  }

  /** The elements at a path of names, such as `patientRole/id`. */
  all(path: string): Element[] {
    return this.where(path, () => true);
  }

  /** Those of them that a reader wants, after a look at each with `peek`. The others remain unread. */
  where(path: string, isWanted: (element: Element) => boolean): Element[] {
    const found = this.#at(path).filter(isWanted);
    for (const element of found) element.isRead = true;
    return found;
  }

  /** An attribute of the first element at a path, to decide whether it is read. */
  peek(path: string, attribute: string): string {
    return this.#at(path)[0]?.attributes[attribute]?.trim() ?? '';
  }

  #at(path: string): Element[] {
    return path
      .split('/')
      .reduce<Element[]>(
        (above, name) => above.flatMap(({ children }) => children.filter((one) => one.name === name)),
        [this],
      );
  }

  first(path: string): Element | undefined {
    return this.all(path)[0];
  }

  /** An attribute of the first element at a path; empty if missing. */
  value(path: string, attribute = 'value'): string {
    return this.first(path)?.attributes[attribute]?.trim() ?? '';
  }

  /** The text at a path on one line; empty if missing. */
  line(path: string): string {
    return this.first(path)?.text.replaceAll(/\s+/g, ' ').trim() ?? '';
  }

  /** Every element below this one. */
  *below(): Generator<Element> {
    const stack = [...this.children];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      yield next;
      // Not spread: there may be more children than a call may have arguments.
      for (const child of next.children) stack.push(child);
    }
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses XML. External entities and those the document declares are not resolved. @throws UnreadableFile */
export function parseXml(xml: string, { depth, values, documentBytes }: Limits): Element {
  if (xml.length > documentBytes) throw new UnreadableFile(`is larger than ${inMegabytes(documentBytes)}`);
  const top = new Element('', {});
  const open: Element[] = [top];
  let count = 0;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    count += 1 + Object.keys(attributes).length;
    if (open.length > depth || count > values)
      throw new UnreadableFile('is nested too deeply or has too many elements');
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
    // A relationship that is denied denies what is related.
    const above = open.at(-1);
    const denied = above?.name === 'entryRelationship' ? above.attributes['negationInd'] : undefined;
    const own = Object.fromEntries(named) as Record<string, string>;
    const element = new Element(localName(name), denied === undefined ? own : { negationInd: denied, ...own });
    above?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    const parent = open.at(-1);
    if (closed !== undefined && parent !== undefined) parent.add(closed.text);
  });
  const add = (text: string) => open.at(-1)?.add(text);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', () => {
    throw new UnreadableFile('is not well-formed XML');
  });
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined) throw new UnreadableFile('is not well-formed XML');
  return root;
}
