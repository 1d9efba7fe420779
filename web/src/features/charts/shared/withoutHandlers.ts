const tagOrComment = /<(?:!--|[a-z][^\s/>]*)/gi;
const beforeAttribute = /[\s/]*/y;
const attributeName = /[^\s/>][^\s/>=]*/y;
const equals = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

/**
 * Markup in which attributes that handle events have another name. Not for safety, which the sanitiser sees to: a browser that
 * only parses a handler reports it as blocked. Texts and other attributes stay as they are; it reads the markup once.
 */
export function withoutHandlers(html: string): string {
  const handlers: number[] = [];
  let at = 0;
  /** What the pattern matches here; it is passed over. */
  const pass = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(html)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const passBehind = (end: string) => {
    const found = html.indexOf(end, at);
    at = found < 0 ? html.length : found + end.length;
  };
  const passValue = () => {
    const quote = html[at];
    if (quote !== '"' && quote !== "'") return void pass(bareValue);
    at += 1;
    passBehind(quote);
  };
  const passAttribute = () => {
    pass(beforeAttribute);
    const start = at;
    const name = pass(attributeName);
    if (/^on/i.test(name)) handlers.push(start);
    if (name !== '' && pass(equals) !== '') passValue();
    return name !== '';
  };
  for (;;) {
    tagOrComment.lastIndex = at;
    const tag = tagOrComment.exec(html);
    if (tag === null) break;
    at = tag.index + tag[0].length;
    if (tag[0] === '<!--') passBehind('-->');
    else while (passAttribute());
  }
  const parts = handlers.map((start, index) => html.slice(handlers[index - 1] ?? 0, start));
  return [...parts, html.slice(handlers.at(-1) ?? 0)].join('x-');
}
