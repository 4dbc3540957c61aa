import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * `npm run measure -- [checkout]`: figures of a checkout's own code, tests left out, for the tables in
 * docs/decisions.
 */
const checkout = resolve(process.argv[2] ?? '.');

type Figures = { files: number; lines: number; casts: number; sql: number; queries: number; routes: number };
const none = (): Figures => ({ files: 0, lines: 0, casts: 0, sql: 0, queries: 0, routes: 0 });

const isConst = (node: ts.AsExpression) => node.type.getText() === 'const';

const look = (node: ts.Node, figures: Figures): void => {
  if (ts.isAsExpression(node) && !isConst(node)) figures.casts += 1;
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') figures.sql += 1;
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    if (['rows', 'query'].includes(node.expression.name.text) && node.arguments.length > 0)
      figures.queries += /\bsql\b/.test(node.getText().slice(0, 400)) ? 1 : 0;
  if (ts.isCallExpression(node) && node.expression.getText() === 'addRoute') figures.routes += 1;
  ts.forEachChild(node, (child) => look(child, figures));
};

const folderOf = (file: string): string => {
  const [, name = '', , part = ''] = file.split('/');
  return name === 'server' || name === 'console' ? `${name}/${part}` : name;
};

const isOwnCode = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\/|\/gallery\/|\.d\.ts$/.test(file);
const files = execFileSync('git', ['ls-files', 'packages'], { cwd: checkout, encoding: 'utf8' })
  .split('\n')
  .filter(isOwnCode);

const runLength = 6;
/** Lines that say something: neither empty, nor imports, comments or mere punctuation. */
const isTelling = (line: string) => /\w{2}/.test(line) && !/^import |^} from |^(\/\/|\/?\*)/.test(line);

/** Runs of at least six equal lines that stand in two places, counted once for each pair of places. */
const duplicatePairs = (texts: readonly string[]): number => {
  const lines = texts.map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(isTelling),
  );
  const places = new Map<string, [file: number, at: number][]>();
  for (const [file, own] of lines.entries())
    for (let at = 0; at + runLength <= own.length; at += 1) {
      const run = own.slice(at, at + runLength).join('\n');
      places.set(run, [...(places.get(run) ?? []), [file, at]]);
    }
  const before = ([file, at]: [number, number]) => lines[file]?.[at - 1] ?? Symbol();
  const pairsOf = (found: [number, number][]) =>
    found.flatMap((one, index) => found.slice(index + 1).map((other) => [one, other] as const));
  // A longer run is counted where it begins.
  return [...places.values()].flatMap(pairsOf).filter(([one, other]) => before(one) !== before(other)).length;
};

const byFolder = new Map<string, Figures>();
const texts: string[] = [];
const tables = new Set<string>();
for (const file of files) {
  const text = readFileSync(join(checkout, file), 'utf8');
  texts.push(text);
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const figures = byFolder.get(folderOf(file)) ?? none();
  figures.files += 1;
  figures.lines += text.split('\n').length - 1;
  look(source, figures);
  byFolder.set(folderOf(file), figures);
  if (file.startsWith('packages/server/src/') && /\busers_user\b/.test(text)) tables.add(file);
}

const total = none();
console.log(`${'folder'.padEnd(22)}  files   lines  casts /kloc    sql  queries  addRoute`);
const line = (name: string, f: Figures) => {
  const perThousand = ((f.casts / Math.max(1, f.lines)) * 1000).toFixed(1);
  const cells = [f.files, f.lines, f.casts, perThousand, f.sql, f.queries, f.routes];
  const widths = [6, 8, 7, 6, 7, 9, 10];
  console.log(name.padEnd(22) + cells.map((cell, at) => String(cell).padStart(widths[at] ?? 8)).join(''));
};
for (const [name, figures] of [...byFolder].sort(([a], [b]) => (a < b ? -1 : 1))) {
  line(name, figures);
  for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += figures[key];
}
line('all', total);
console.log(`files of the server that name users_user: ${tables.size}`);
console.log(`pairs of places that share six lines or more: ${duplicatePairs(texts)}`);
