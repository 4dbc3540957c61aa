import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { project } from '../run.ts';
import { checkHouse } from './checkHouse.ts';
import { localeGaps } from './locales.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-house-'));
  const errors = 'packages/contract/src/locales/en/errors.json';
  for (const language of ['en', 'ja', 'zh-hans', 'zh-hant'])
    await plant({ [errors.replace('/en/', `/${language}/`)]: await readFile(join(project, errors), 'utf8') });
  await plant({
    'docs/errors.md': '',
    'package-lock.json': '{"packages":{}}',
    'packages/server/src/engine/fields/everyKind.ts': '',
  });
  await checkHouse(root, true);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const plant = async (files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};

test('a clean checkout has no complaints', async () => {
  expect(await checkHouse(root, false)).toEqual([]);
});

test.each([
  'if (field.kind === "text") {}',
  'switch (field.kind) {}',
  'const a = definition.fields[name]?.kind !== "ref";',
])('a decision by field kind is found: %s', async (line) => {
  await plant({
    'packages/server/src/engine/table.ts': `\n${line}`,
    'packages/server/src/engine/fields/text/text.ts': line,
  });
  expect(await checkHouse(root, false)).toEqual([
    'packages/server/src/engine/table.ts:2 decides by field kind outside engine/fields',
  ]);
});

test('a folder of more than 25 files is found, its tests among them', async () => {
  const folderOf = (name: string, files: number) =>
    Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`packages/server/src/${name}/f${at}.ts`, '']),
    );
  await plant({ ...folderOf('flows/full', 25), 'packages/server/src/flows/full/deeper/g.ts': '' });
  expect(await checkHouse(root, false)).toEqual([]);
  await plant({ ...folderOf('flows/crowd', 25), 'packages/server/src/flows/crowd/f1.test.ts': '' });
  expect(await checkHouse(root, false)).toEqual([
    'packages/server/src/flows/crowd holds 26 files; divide it by meaning, 25 is the most',
  ]);
});

test.each([
  "const answer = await fetch('https://a.example/');",
  "import { request } from 'node:https';",
  "import http, { type IncomingMessage } from 'node:http';",
  "import { connect, type Socket } from 'node:net';",
  "import { createServer, connect } from 'node:net';",
  "import * as tls from 'node:tls';",
  "} from 'undici';",
  "const socket = new WebSocket('wss://a.example/');",
])('a connection beside the checked door is found: %s', async (line) => {
  await plant({
    'packages/server/src/flows/hook.ts': `\n${line}`,
    'packages/server/src/flows/hook.test.ts': line,
    'packages/server/src/platform/outgoing/outgoing.ts': line,
    'packages/component/src/engine/ssh/dial.ts': line,
  });
  expect(await checkHouse(root, false)).toEqual([
    'packages/server/src/flows/hook.ts:2 opens a connection itself; platform/outgoing checks where requests go',
  ]);
});
test.each([
  "import type { Socket } from 'node:net';",
  "import { BlockList, isIP, type LookupFunction } from 'node:net';",
  "import { createServer, type TLSSocket } from 'node:tls';",
  'const rows = await prefetch(names);',
  'await store.fetch(1);',
])('what opens no connection is free: %s', async (line) => {
  await plant({ 'packages/server/src/flows/hook.ts': line });
  expect(await checkHouse(root, false)).toEqual([]);
});

test('a hand-made LIKE pattern is found', async () => {
  const line = "const pattern = text.replace(/[\\\\%_]/g, '\\\\$&');";
  await plant({
    'packages/server/src/flows/search.ts': `\n${line}`,
    'packages/server/src/platform/database.ts': line,
  });
  expect(await checkHouse(root, false)).toEqual([
    'packages/server/src/flows/search.ts:2 makes a pattern of like by hand; platform/database has containing and likeLiteral',
  ]);
});

test.each([
  "await db.rows(sql`select pg_notify('gatehouse_settings', '')`);",
  "notices.listen('gatehouse_settings', reload);",
])('a hand-written channel name is found: %s', async (line) => {
  await plant({
    'packages/server/src/flows/tell.ts': `\n${line}`,
    'packages/server/src/platform/events.ts': line,
  });
  expect(await checkHouse(root, false)).toEqual([
    'packages/server/src/flows/tell.ts:2 names a channel by hand; events are in contract/src/events, platform/events publishes them',
  ]);
});

test.each([
  "import { Button, Modal } from 'antd';",
  "import {\n  type DrawerProps,\n  Drawer as Sheet,\n} from 'antd';",
  "import Modal from 'antd/es/modal';",
  'const { modal } = App.useApp();',
  "Modal.confirm({ title: 'Sure?' });",
])('a dialog of the library is found: %s', async (line) => {
  await plant({
    'packages/console/src/areas/Box.tsx': `\n${line}`,
    'packages/console/src/platform/dialog/Modal.tsx': line,
    'packages/console/src/areas/Fine.tsx':
      "import { Button } from 'antd';\nimport { Modal } from '../platform/dialog/Modal.tsx';",
  });
  expect(await checkHouse(root, false)).toEqual([
    'packages/console/src/areas/Box.tsx:2 takes a dialog of the library; platform/dialog has those that keep the focus',
  ]);
});

test('an error missing from the documentation, or documented differently, is found', async () => {
  const text = await readFile(join(root, 'docs/errors.md'), 'utf8');
  await plant({ 'docs/errors.md': text.replace(/\| 404 .*\n/, '') });
  expect(await checkHouse(root, false)).toEqual([
    'docs/errors.md does not match the error table; run npm run check -- --write',
  ]);
});

test('a setting documented differently is found', async () => {
  const text = await readFile(join(root, 'docs/settings.md'), 'utf8');
  await plant({ 'docs/settings.md': text.replace('| 3 to 99999 |', '| 4 to 99999 |') });
  expect(await checkHouse(root, false)).toEqual([
    'docs/settings.md does not match the catalogue of settings; run npm run check -- --write',
  ]);
});

test('a field kind that the list of the server lacks is found', async () => {
  const fields = 'packages/server/src/engine/fields';
  await plant({
    [`${fields}/colour/colour.ts`]: 'export const colour: ServerField = {};',
    [`${fields}/colour/shades.ts`]: 'export const colour: Shades = {};',
  });
  expect(await checkHouse(root, false)).toEqual([
    `${fields}/everyKind.ts does not match the folders of field kinds; run npm run check -- --write`,
  ]);
  await checkHouse(root, true);
  expect(await readFile(join(root, `${fields}/everyKind.ts`), 'utf8')).toContain(
    "import { colour } from './colour/colour.ts';",
  );
  expect(await checkHouse(root, false)).toEqual([]);
});

test('texts that a language lacks, leaves empty or formats differently are found', async () => {
  const folder = 'packages/console/src/locales';
  await plant({
    [`${folder}/en/a.json`]: '{"menu":{"add":"Add {{count}}"},"bye":"Bye","n_one":"One","n_other":"Many"}',
    [`${folder}/ja/a.json`]: '{"menu":{"add":"追加"},"bye":"さようなら","n_other":"多数"}',
    [`${folder}/zh-hans/a.json`]: '{"menu":{"add":"添加 {{count}}"},"bye":" ","n_other":"多"}',
    [`${folder}/zh-hant/a.json`]: '{"menu":{"add":"新增 {{count}}"},"n_other":"多"}',
  });
  expect(await localeGaps(join(root, folder))).toEqual([
    'zh-hans has no text for a:bye',
    'zh-hant lacks a:bye',
    'ja fills other places than en in a:menu.add',
  ]);
  await rm(join(root, folder, 'ja/a.json'));
  expect(await localeGaps(join(root, folder))).toEqual([
    'ja/a.json is missing',
    'zh-hans has no text for a:bye',
    'zh-hant lacks a:bye',
  ]);
});

test('unused, missing and untranslated texts are found', async () => {
  const folder = 'packages/console/src/locales';
  const english = { menu: { add: 'Add a host', bye: 'Bye', of: { one: 'One' } }, late: 'Too late' };
  const chinese = { menu: { add: '添加', bye: '再见', of: { one: '一' } }, late: '晚' };
  for (const language of ['en', 'zh-hans', 'zh-hant', 'ja'])
    await plant({
      [`${folder}/${language}/a.json`]: JSON.stringify(language.startsWith('zh') ? chinese : english),
    });
  const dynamicKey = ['`menu.of.', '{kind}`'].join('$');
  await plant({
    'packages/console/src/areas/Menu.tsx': `t('menu.add'); t('a:late'); t(${dynamicKey}); t('menu.gone');`,
  });
  expect(await checkHouse(root, false)).toEqual([
    'nothing asks for the text a:menu.bye',
    'packages/console/src/areas/Menu.tsx asks for the text menu.gone, which is not there',
    'ja has the English text for a:menu.add',
    'ja has the English text for a:late',
  ]);
});
