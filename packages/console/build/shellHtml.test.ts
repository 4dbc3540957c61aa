import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dark, light } from '../src/theme/tokens.ts';
import { shellHtml } from './shellHtml.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <link rel="icon" href="/ui/mark.svg" />
    <link rel="stylesheet" href="/ui/theme/element-ui.css" />
    <script type="module" crossorigin src="/ui/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/ui/assets/list.js">
    <link rel="stylesheet" crossorigin href="/ui/assets/list.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const picture = read('picture.html');
const html = shellHtml(page, { picture, style: read('picture.css'), script: 'a("$&");\n' });
const order = (...parts: string[]) => {
  const places = parts.map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
};

test('the picture stands before every style sheet and after the script that chooses its theme', () => {
  order(
    '<script type="module"',
    'modulepreload',
    '</head>',
    '<style>',
    '<script>a("$&");</script>',
    'id="picture"',
    'element-ui.css',
    'list.css',
    '<div id="root" aria-busy="true"></div>',
  );
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(2);
});

test('the picture has no words and is hidden from screen readers; its page is busy', () => {
  const words = picture.replace(/<[^>]*>/g, '').trim();
  expect(words).toBe('');
  expect(html).toContain('<div id="picture" aria-hidden="true">');
});

test('both themes have their own colours, and without a choice the system decides', () => {
  expect(html).toContain(`:root{--layout:${light.layout};`);
  expect(html).toContain(`@media (prefers-color-scheme:dark){:root{--layout:${dark.layout};`);
  expect(html).toContain(`:root[data-theme=light]{--layout:${light.layout};`);
  expect(html).toContain(`color-scheme:dark;background:${dark.layout}}`);
  const known = [...html.matchAll(/--(\w+):/g)].map(([, name]) => name);
  const used = [...html.matchAll(/var\(--(\w+)[,)]/g)].map(([, name]) => name);
  expect(used.filter((name) => name !== 'treeWidth' && !known.includes(name))).toEqual([]);
});

test('a page without an empty root is refused', () => {
  expect(() => shellHtml('<main></main>', { picture, style: '', script: '' })).toThrow('no empty root');
});
