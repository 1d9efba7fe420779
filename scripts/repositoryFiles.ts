import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'test-results', 'playwright-report']);

export interface RepositoryFile {
  /** Path relative to the root, with slashes. */
  name: string;
  text: string;
  lines: number;
}

/** Every hand-written text file of the repository, committed or not. */
export function readRepository(): RepositoryFile[] {
  return listBelow('').map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    return { name, text, lines: text.split('\n').length - 1 };
  });
}

export interface Import {
  from: string;
  /** A file in the repository, or a package name. */
  to: string;
}

const importStatement =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm;

/** The imports of a file, including type imports and `import()`, with relative paths resolved. */
export function importsOf({ name, text }: RepositoryFile): Import[] {
  return [...text.matchAll(importStatement)].map((match) => {
    const source = match[1] ?? match[2] ?? match[3] ?? '';
    const to = source.startsWith('.') ? path.posix.join(path.posix.dirname(name), source) : source;
    return { from: name, to };
  });
}

/** Strongly connected components with more than one member: import cycles, if the edges are imports. */
export function findCircles(edges: readonly { from: string; to: string }[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const reach = (from: string) => {
    const reached = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { to } of next.get(at) ?? []) {
        if (!reached.has(to)) open.push(to);
        reached.add(to);
      }
    }
    return reached;
  };
  const reached = new Map([...next.keys()].map((from) => [from, reach(from)]));
  const circles = [...reached]
    .filter(([from, own]) => own.has(from))
    .map(([from, own]) => [...own].filter((to) => reached.get(to)?.has(from)).toSorted());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

function listBelow(directory: string): string[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(directory, entry.name);
    if (notOurs.has(entry.name)) return [];
    if (entry.isDirectory()) return listBelow(name);
    return entry.isFile() && /\.(?:[cm]?[jt]sx?|css|html|json|md|sql|ya?ml)$|^\.ci\//.test(name) ? [name] : [];
  });
}
