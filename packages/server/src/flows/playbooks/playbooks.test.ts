import { randomUUID } from 'node:crypto';
import { playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

type Files = Record<string, string | Uint8Array>;
type Node = { id: string; pId: string; isParent: boolean };

const url = '/api/v1/ops/playbooks/';
const [ann, bob] = [randomUUID(), randomUUID()];
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  await estateOf(inventory.pool).user('ann', { id: ann });
  await estateOf(inventory.pool).user('bob', { id: bob });
});
afterAll(() => inventory.stop());

const permissions = ['view', 'add', 'change', 'delete'].map((verb) => `ops.${verb}_playbook`);
const caller = (id = ann, org?: string) => inventory.as({ id, permissions, ...(org && { org }) });
const made = (name: string = randomUUID()) => inventory.made(caller().post(url, { name }));
const files = (id: string) => `/api/v1/ops/playbook/${id}/file/`;

/** Sends an archive as the console does. */
const upload = async (
  archive: Uint8Array,
  texts: Record<string, string> = {},
  name = 'web servers.v2.zip',
) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(texts)) form.set(field, value);
  form.set('path', new File([new Uint8Array(archive)], name));
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return caller().post(url, Buffer.from(await sent.arrayBuffer()), { 'content-type': type });
};
const zipOf = (content: Files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(content).map(([path, bytes]) => [
        path,
        typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
      ]),
    ),
  );
const entry = { 'main.yml': '- hosts: all\n' };
const tree = async (id: string) => bodyOf<Node[]>(await caller().get(files(id)));
const paths = async (id: string) => (await tree(id)).map((node) => node.id);
const read = async (id: string, key: string) =>
  bodyOf<{ content: string; version: string; is_binary: boolean }>(
    await caller().get(`${files(id)}?key=${encodeURIComponent(key)}`),
  );
const count = async () => {
  const { rows } = await inventory.pool.query('select count(*)::int as count from ops_playbook');
  return rows[0].count as number;
};

test('a blank playbook starts with a main.yml that runs nothing on the runner', async () => {
  const row = await made('blank');
  expect(row).toMatchObject({
    name: 'blank',
    creator: ann,
    path: null,
    create_method: { value: 'blank' },
    vcs_url: '',
  });
  expect(await tree(row.id)).toEqual([
    { id: 'root', name: 'blank', title: 'blank', pId: '', isParent: true, open: true, temp: false },
    {
      id: 'main.yml',
      name: 'main.yml',
      title: 'main.yml',
      pId: 'root',
      isParent: false,
      open: false,
      temp: false,
      iconSkin: 'file',
    },
  ]);
  expect((await read(row.id, 'main.yml')).content).toMatch(/hosts: all/);
});

test('an archive becomes a playbook with its files and folders, named as the archive', async () => {
  const { status, json } = await upload(
    zipOf({
      ...entry,
      'roles/web/tasks/main.yml': '- name: x\n',
      'roles/web/files/logo.bin': new Uint8Array([0, 1, 2, 255]),
      '__MACOSX/._main.yml': 'x',
      'roles/.DS_Store': 'x',
    }),
  );
  const row = json as Json & { id: string };
  expect([status, row.name]).toEqual([201, 'v2']);
  expect(await paths(row.id)).toEqual([
    'root',
    'roles',
    'roles/web',
    'roles/web/files',
    'roles/web/tasks',
    'main.yml',
    'roles/web/files/logo.bin',
    'roles/web/tasks/main.yml',
  ]);
  expect(await read(row.id, 'main.yml')).toMatchObject({ content: entry['main.yml'], is_binary: false });
  expect(await read(row.id, 'roles/web/files/logo.bin')).toMatchObject({
    content: 'This file is not text and cannot be shown.',
    is_binary: true,
  });
  const named = bodyOf(await upload(zipOf(entry), { name: 'mine', comment: 'yes' }));
  expect(named).toMatchObject({ name: 'mine', comment: 'yes', creator: ann });
});

const many = (number: number, deep = '') =>
  Object.fromEntries([...Array(number).keys()].map((at) => [`${deep}${at}.yml`, '']));

test.each<[string, () => Uint8Array, RegExp]>([
  ['B-5-023 no main.yml', () => zipOf({ 'play.yml': 'x' }), /no main\.yml at its top/],
  ['B-5-023 main.yml in a folder only', () => zipOf({ 'web/main.yml': 'x' }), /it is at web\/main\.yml/],
  ['a folder called main.yml', () => zipOf({ 'main.yml/a': 'x' }), /no main\.yml/],
  ['a path out of the playbook', () => zipOf({ ...entry, '../../etc/cron.d/x': 'x' }), /leads out/],
  ['an absolute path', () => zipOf({ ...entry, '/etc/passwd': 'x' }), /leads out/],
  ['a path of Windows', () => zipOf({ ...entry, 'roles\\..\\..\\x': 'x' }), /leads out/],
  ['a drive of Windows', () => zipOf({ ...entry, 'C:/x': 'x' }), /leads out/],
  ['names that differ in case', () => zipOf({ ...entry, 'Main.yml': 'x' }), /same file on some systems/],
  [
    'names that look the same',
    () => zipOf({ ...entry, 'caf\u00e9': 'x', 'cafe\u0301': 'y' }),
    /same file on some systems/,
  ],
  [
    'folders that differ in case',
    () => zipOf({ ...entry, 'a/x': 'x', 'A/y': 'y' }),
    /same file on some systems/,
  ],
  ['a name written backwards', () => zipOf({ ...entry, 'a\u202elmy.sh': 'x' }), /invisible/],
  ['a name with an invisible character', () => zipOf({ ...entry, 'main\u200b.yml': 'x' }), /invisible/],
  ['1,001 files', () => zipOf({ ...entry, ...many(1_000) }), /at most 1000 files/],
  [
    'folders above its files that exceed the limit',
    () => zipOf({ ...entry, ...many(999, 'a/') }),
    /at most 1000/,
  ],
  ['a path that is too deep', () => zipOf({ ...entry, [`${'d/'.repeat(11)}x`]: 'x' }), /too deep/],
  ['a name that is too long', () => zipOf({ ...entry, ['x'.repeat(129)]: 'x' }), /too long/],
  [
    'a file that is too large',
    () => zipOf({ ...entry, big: new Uint8Array(playbookLimits.file + 1) }),
    /1024 KiB/,
  ],
  [
    'a bomb',
    () =>
      zipSync(
        Object.fromEntries(
          [...Array(20).keys()].map((at) => [
            `${at}`,
            [new Uint8Array(playbookLimits.file), { level: 9 }] as const,
          ]),
        ) as never,
      ),
    /more than 200 times/,
  ],
  ['no archive', () => Buffer.from('not a zip'), /not a ZIP archive/],
  ['nothing', () => new Uint8Array(), /not a ZIP archive/],
])('an archive with %s is refused, and nothing is stored', async (_what, archive, reason) => {
  const before = await count();
  const { status, json } = await upload(archive(), { name: randomUUID() });
  expect([status, json]).toEqual([
    400,
    {
      code: 'invalid_playbook_file',
      detail: expect.stringMatching(reason),
      msg: expect.stringMatching(reason),
    },
  ]);
  expect(await count()).toBe(before);
});

test('an archive that is too large is refused on its field before it has arrived', async () => {
  const { status, json } = await upload(new Uint8Array(playbookLimits.archive + 1));
  expect([status, json]).toEqual([400, { path: ['The archive is larger than 10 MiB.'] }]);
});

test('files and folders are added, renamed and deleted', async () => {
  const { id } = await made();
  const at = files(id);
  const add = async (body: object) => bodyOf<Node>(await caller().post(at, body));
  expect(await add({ key: 'root', name: '', is_directory: true, content: '' })).toMatchObject({
    id: 'new_dir',
    pId: 'root',
    isParent: true,
    open: true,
  });
  expect((await add({ is_directory: true })).id).toBe('new_dir(1)');
  expect((await add({ key: 'new_dir', is_directory: false })).id).toBe('new_dir/new_file.yml');
  expect((await add({ key: 'new_dir', name: 'NEW_FILE.yml' })).id).toBe('new_dir/NEW_FILE.yml(1)');
  expect((await add({ key: '', name: 'notes.txt', content: 'x' })).pId).toBe('root');
  const renamed = await caller().patch(at, { key: 'new_dir', new_name: 'roles', is_directory: true });
  expect([renamed.status, renamed.json]).toEqual([200, { id: 'roles' }]);
  expect(await paths(id)).toEqual([
    'root',
    'new_dir(1)',
    'roles',
    'main.yml',
    'notes.txt',
    'roles/NEW_FILE.yml(1)',
    'roles/new_file.yml',
  ]);
  expect((await caller().patch(at, { key: 'roles', new_name: 'Roles' })).json).toEqual({ id: 'Roles' });
  expect((await caller().delete(`${at}?key=Roles`)).json).toEqual({ msg: 'ok' });
  expect(await paths(id)).toEqual(['root', 'new_dir(1)', 'main.yml', 'notes.txt']);
});

test.each<[string, 'post' | 'patch' | 'delete', object | string, RegExp]>([
  ['a new name with a path', 'patch', { key: 'a.txt', new_name: '../b.txt' }, /characters/],
  ['a taken new name', 'patch', { key: 'a.txt', new_name: 'DIR' }, /already exists/],
  ['a new name for main.yml', 'patch', { key: 'main.yml', new_name: 'x.yml' }, /stays/],
  ['a new name for the playbook’s folder', 'patch', { key: 'root', new_name: 'x' }, /stays/],
  ['a key that leads out', 'patch', { key: '../x', content: 'x' }, /leads out/],
  ['an absolute key', 'patch', { key: '/etc/passwd', content: 'x' }, /leads out/],
  ['no key', 'patch', { content: 'x' }, /Name the file/],
  ['a file in a file', 'post', { key: 'a.txt', name: 'b' }, /not a folder/],
  ['a folder that leads out', 'post', { key: '..', name: 'b' }, /leads out/],
  ['a name that leads out', 'post', { key: 'root', name: '../b' }, /leads out/],
  ['a name with a bell', 'post', { key: 'root', name: 'b\u0007' }, /invisible/],
  [
    'a file that is too large',
    'post',
    { name: 'b', content: 'x'.repeat(playbookLimits.file + 1) },
    /1024 KiB/,
  ],
  ['the end of main.yml', 'delete', '?key=main.yml', /stays/],
  ['the end of everything', 'delete', '?key=root', /stays/],
  ['the end of no key', 'delete', '', /stays/],
])('%s is refused with a reason in `msg`', async (_what, verb, sent, reason) => {
  const { id } = await made();
  await caller().post(files(id), { name: 'a.txt' });
  await caller().post(files(id), { name: 'dir', is_directory: true });
  const before = await paths(id);
  const { status, json } =
    typeof sent === 'string'
      ? await caller().delete(files(id) + sent)
      : await caller()[verb](files(id), sent);
  expect([status, bodyOf({ json } as never)]).toEqual([
    400,
    expect.objectContaining({ msg: expect.stringMatching(reason) }),
  ]);
  expect(await paths(id)).toEqual(before);
});

test('a file saved in two windows: the second save is told, and nothing is lost', async () => {
  const { id } = await made();
  const save = (content: string, version?: string) =>
    caller().patch(files(id), { key: 'main.yml', content, ...(version && { version }) });
  const { version } = await read(id, 'main.yml');
  const [first, second] = await Promise.all([save('one', version), save('two', version)]);
  const statuses = [first.status, second.status].toSorted();
  expect(statuses).toEqual([200, 409]);
  const kept = first.status === 200 ? 'one' : 'two';
  const told = first.status === 200 ? second : first;
  expect(bodyOf(told)).toMatchObject({
    code: 'changed_meanwhile',
    detail: 'main.yml was saved elsewhere since you opened it. Nothing was saved here.',
  });
  const now = await read(id, 'main.yml');
  expect(now.content).toBe(kept);
  expect((await save('both', now.version)).status).toBe(200);
  expect((await save('old client')).status).toBe(200);
  expect((await read(id, 'main.yml')).content).toBe('old client');
});

test('each change of a file is in the operate log: by whom, which file and how large, never what it holds', async () => {
  const { id } = await made();
  const at = files(id);
  await caller().post(at, { key: 'root', name: 'vars.yml', content: 'token: s3cret\n' });
  const { version } = await read(id, 'vars.yml');
  await caller().patch(at, { key: 'vars.yml', content: 'token: s3cret2\n', version });
  await caller().patch(at, { key: 'vars.yml', content: 'token: s3cret2\n' });
  await caller().patch(at, { key: 'vars.yml', new_name: 'all.yml' });
  await caller().delete(`${at}?key=all.yml`);
  await caller().post(at, { name: 'roles', is_directory: true });
  const { rows } = await inventory.pool.query(
    'select diff, resource, "user" from audits_operatelog where resource_id = $1 and action = \'update\' order by datetime, id',
    [id],
  );
  const size = (bytes: number) =>
    expect.stringMatching(new RegExp(`^${bytes} bytes, SHA-256 [0-9a-f]{12}…$`));
  expect(rows.map(({ diff }) => diff)).toEqual([
    { 'Content of vars.yml': ['', size(14)] },
    { 'Content of vars.yml': [size(14), size(15)] },
    { File: ['vars.yml', 'all.yml'] },
    { File: ['all.yml', ''] },
    { Folder: ['', 'roles'] },
  ]);
  expect(JSON.stringify(rows)).not.toContain('s3cret');
  expect(rows[0].user).toBe('Tester(tester)');
});

test('what is saved is what was typed', async () => {
  const { id } = await made();
  const content = '\ufeff# ü 角色 \r\n\tx: "\u0001"\n\n';
  const { json } = await caller().patch(files(id), { key: 'main.yml', content });
  expect(await read(id, 'main.yml')).toEqual({
    content,
    is_binary: false,
    version: bodyOf<Json>({ json } as never).version,
  });
  expect((await caller().patch(files(id), { key: 'gone.yml', content })).status).toBe(404);
  expect((await caller().get(`${files(id)}?key=gone.yml`)).status).toBe(404);
});

test('a playbook has a limit of files and of their size', async () => {
  const full = bodyOf<{ id: string }>(
    await upload(zipOf({ ...entry, ...many(999) }), { name: randomUUID() }),
  );
  const more = await caller().post(files(full.id), { name: 'one more' });
  expect([more.status, bodyOf(more).msg]).toEqual([400, 'A playbook has at most 1000 files and folders.']);
  const { id } = await made();
  const large = `update ops_playbookfile set content = convert_to(repeat('x', $2), 'UTF8') where playbook = $1`;
  await inventory.pool.query(large, [id, playbookLimits.all + 1]);
  const beyond = await caller().post(files(id), { name: 'one more' });
  expect([beyond.status, bodyOf(beyond).msg]).toEqual([
    400,
    'The files of a playbook have at most 20 MiB together.',
  ]);
});

test('other users, administrators and other organizations find neither the playbook nor its files', async () => {
  const { id } = await made();
  for (const other of [caller(bob), inventory.admin, caller(ann, OTHER_ORG_ID)]) {
    expect((await other.get(`${url}${id}/`)).status).toBe(404);
    expect((await other.get(files(id))).status).toBe(404);
    expect((await other.get(`${files(id)}?key=main.yml`)).status).toBe(404);
    expect((await other.post(files(id), { name: 'x' })).status).toBe(404);
    expect((await other.patch(files(id), { key: 'main.yml', content: 'x' })).status).toBe(404);
    expect((await other.delete(`${files(id)}?key=main.yml`)).status).toBe(404);
  }
});

test('A-6-042 A-6-045 files are read by who may see playbooks, and changed by who may change them', async () => {
  const { id } = await made();
  const viewer = inventory.as({ id: ann, permissions: ['ops.view_playbook'] });
  expect((await viewer.get(files(id))).status).toBe(200);
  expect((await viewer.post(files(id), { name: 'x' })).status).toBe(403);
  expect((await viewer.patch(files(id), { key: 'main.yml', content: 'x' })).status).toBe(403);
  expect((await viewer.delete(`${files(id)}?key=a`)).status).toBe(403);
  expect((await viewer.post(url, { name: 'x' })).status).toBe(403);
  const nobody = inventory.as({ id: ann, permissions: [] });
  expect((await nobody.get(files(id))).status).toBe(403);
});

test('a deleted playbook takes its files along', async () => {
  const { id } = await made();
  expect((await caller().delete(`${url}${id}/`)).status).toBe(204);
  const { rows } = await inventory.pool.query('select 1 from ops_playbookfile where playbook = $1', [id]);
  expect(rows).toEqual([]);
});
