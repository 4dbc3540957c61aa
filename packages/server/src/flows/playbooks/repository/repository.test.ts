import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryPlace } from '@gatehouse/contract/ops/repositories.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sshd, startSshd } from '../../../../../gateway/test/sshd.ts';
import { startApi } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { bodyOf } from '../../../../test/inventory.ts';
import { startSshHost } from '../../../../test/machines/sshHost.ts';
import { fetchPlaybookJob } from '../../../jobs/fetchPlaybook.ts';
import { newPrivateKey } from '../../../platform/crypto/sshKey.ts';
import { fetchCommit } from '../../../platform/git/fetchCommit.ts';
import { FLUSH, packetOf } from '../../../platform/git/packets.ts';
import { createNotices } from '../../../platform/notices.ts';

const url = '/api/v1/ops/playbooks/';
const strange = `SHA256:${'x'.repeat(43)}`;

type Playbook = { id: string; vcs_commit: string; vcs_host_key: string; vcs_public_key: string };
type Compared = {
  host_key: string;
  is_confirmed: boolean;
  from: string;
  to: string;
  changes: { path: string; change: string }[];
};
type Run = { id: string; state: string; error: string };

let api: Awaited<ReturnType<typeof startApi>>;
let sshd: Sshd;
let ann: ReturnType<(typeof api)['as']>;
let ben: ReturnType<(typeof api)['as']>;
let repository: string;
const permissions = ['view', 'add', 'change', 'delete'].map((verb) => `ops.${verb}_playbook`);

const git = (args: string[], input?: string | Buffer) =>
  execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: repository,
    ...(input !== undefined && { input }),
  })
    .toString()
    .trim();
/** Commits files on a branch of the repository; returns the commit. */
const commit = (files: Record<string, string>, branch = 'main') => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  git(['add', '--all']);
  git(['commit', '-q', '--allow-empty', '-m', 'more']);
  if (branch !== 'main') git(['branch', '-f', branch]);
  return git(['rev-parse', 'HEAD']);
};

beforeAll(async () => {
  api = await startApi({ notices: createNotices });
  const { services, pool } = api;
  const estate = estateOf(pool);
  const role = await estate.insert('rbac_role', {
    ...{ name: 'Authors', scope: 'org', codenames: permissions, builtin: false },
    ...{ created_by: '', updated_by: '', comment: '' },
  });
  const [id, other] = [await estate.user('ann'), await estate.user('ben')];
  for (const user of [id, other])
    await estate.insert('rbac_rolebinding', { user, role, scope: 'org', org: DEFAULT_ORG_ID });
  ann = api.as({ id, username: 'ann', permissions });
  ben = api.as({ id: other, username: 'ben', permissions });
  await services.organizations.reload();
  await services.jobs.start([fetchPlaybookJob({ ...services, db: services.unhurried })], () => undefined);
  sshd = await startSshd(await mkdtemp(join(tmpdir(), 'gatehouse-git-')), 'ed25519', { anyCommand: true });
  repository = join(sshd.home, 'web');
  mkdirSync(repository);
  git(['init', '-q', '-b', 'main']);
  commit({ 'main.yml': '- hosts: all\n', 'roles/web/tasks/main.yml': '- name: one\n' });
});
afterAll(async () => {
  await api.services.jobs.close(1_000);
  await api.stop();
  sshd.stop();
});

const address = () => `ssh://${sshd.username}@127.0.0.1:${sshd.port}${repository}`;
const made = async (values: object = {}) => {
  const name = randomUUID();
  const reply = await ann.post(url, { name, create_method: 'vcs', vcs_url: address(), ...values });
  expect(reply.status, reply.text).toBe(201);
  return bodyOf<Playbook>(reply);
};
const row = async (id: string) => bodyOf<Playbook>(await ann.get(`${url}${id}/`));
const compare = (id: string) => ann.post(`${url}${id}/compare/`);
const compared = async (id: string) => {
  const reply = await compare(id);
  expect(reply.status, reply.text).toBe(200);
  return bodyOf<Compared>(reply);
};
/** Lets the key of a playbook read, as a deploy key. */
const deploy = ({ vcs_public_key: key }: Playbook) =>
  appendFileSync(join(dirname(sshd.home), 'user.pub'), `${key}\n`);
/** A playbook whose key may read, from a host whose key is confirmed. */
const confirmed = async (values: object = {}) => {
  const playbook = await made(values);
  deploy(playbook);
  const { host_key } = await compared(playbook.id);
  await ann.patch(`${url}${playbook.id}/`, { vcs_host_key: host_key });
  return playbook.id;
};
const fetched = async (id: string, wanted: string): Promise<Run> => {
  const reply = await ann.post(`${url}${id}/fetch/`, { commit: wanted });
  expect(reply.status, reply.text).toBe(201);
  const run = async () =>
    bodyOf<Run[]>(await ann.get('/api/v1/ops/own-runs/')).find(
      (each) => each.id === bodyOf<{ id: string }>(reply).id,
    );
  await expect.poll(async () => (await run())?.state, { timeout: 30_000 }).toMatch(/done|failed/);
  return (await run()) as Run;
};
const read = async (id: string, path: string) =>
  bodyOf<{ content: string }>(await ann.get(`/api/v1/ops/playbook/${id}/file/?key=${path}`)).content;
const paths = async (id: string) =>
  bodyOf<{ id: string }[]>(await ann.get(`/api/v1/ops/playbook/${id}/file/`)).map((node) => node.id);

test('A-2.4-018 a playbook has the files of the commit that was fetched, until another one is', async () => {
  const playbook = await made();
  const { id } = playbook;
  expect(playbook).toMatchObject({ vcs_commit: '', vcs_public_key: expect.stringMatching(/^ssh-ed25519 /) });
  expect(JSON.stringify(playbook)).not.toContain('PRIVATE');
  expect(await paths(id)).toEqual(['root']);

  // Nothing is asked of a host before its key is confirmed.
  const first = await compared(id);
  expect(first).toMatchObject({ is_confirmed: false, to: '', changes: [] });
  expect(execFileSync('ssh-keygen', ['-lf', join(dirname(sshd.home), 'host.pub')]).toString()).toContain(
    first.host_key,
  );
  const early = await ann.post(`${url}${id}/fetch/`, { commit: 'a'.repeat(40) });
  expect([early.status, early.text]).toEqual([400, expect.stringContaining('not confirmed')]);
  await ann.patch(`${url}${id}/`, { vcs_host_key: first.host_key });
  expect((await compare(id)).text).toContain('does not accept the deploy key');
  deploy(playbook);

  const found = await compared(id);
  const one = git(['rev-parse', 'HEAD']);
  expect(found).toMatchObject({ is_confirmed: true, from: '', to: one });
  expect(found.changes).toEqual([
    { path: 'main.yml', change: 'added' },
    { path: 'roles/web/tasks/main.yml', change: 'added' },
  ]);
  expect(await fetched(id, one)).toMatchObject({ state: 'done' });
  expect(await row(id)).toMatchObject({ vcs_commit: one });
  expect(await read(id, 'roles/web/tasks/main.yml')).toBe('- name: one\n');

  rmSync(join(repository, 'roles'), { recursive: true });
  const two = commit({ 'main.yml': '- hosts: web\n', 'files/läuft.txt': 'x' });
  // The branch moved; the playbook did not.
  expect(await read(id, 'main.yml')).toBe('- hosts: all\n');
  expect(await compared(id)).toMatchObject({
    ...{ from: one, to: two, changes_amount: 3 },
    changes: [
      { path: 'files/läuft.txt', change: 'added' },
      { path: 'main.yml', change: 'changed' },
      { path: 'roles/web/tasks/main.yml', change: 'removed' },
    ],
  });
  expect(await fetched(id, two)).toMatchObject({ state: 'done' });
  expect(await paths(id)).toEqual(['root', 'files', 'files/läuft.txt', 'main.yml']);

  const saved = await ann.patch(`/api/v1/ops/playbook/${id}/file/`, { key: 'main.yml', content: 'mine' });
  expect([saved.status, saved.text]).toEqual([400, expect.stringContaining('come from a repository')]);
  expect((await ben.post(`${url}${id}/compare/`)).status).toBe(404);
  expect((await ben.post(`${url}${id}/fetch/`, { commit: two })).status).toBe(404);
});

test('a user fetches one playbook at a time', async () => {
  const [id, other] = [await confirmed(), await confirmed()];
  const commit = git(['rev-parse', 'HEAD']);
  const run = await fetched(id, commit);
  const put = (state: string) =>
    api.pool.query('update ops_celerytaskexecution set state = $1 where id = $2', [state, run.id]);
  await put('running');
  const second = await ann.post(`${url}${other}/fetch/`, { commit });
  expect([second.status, second.text]).toEqual([400, expect.stringContaining('1 of these tasks')]);
  await put('done');
  expect(await fetched(other, commit)).toMatchObject({ state: 'done' });
});

test('a commit that was compared is fetched even if the branch moved on, or nothing is', async () => {
  const id = await confirmed({ vcs_ref: 'main' });
  const one = commit({ 'main.yml': '- hosts: pinned\n' });
  expect(await fetched(id, one)).toMatchObject({ state: 'done' });
  const two = commit({ 'main.yml': '- hosts: two\n' });
  const three = commit({ 'main.yml': '- hosts: three\n' });
  // Hosts that hand out tips only.
  expect(await fetched(id, two)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('leads to'),
  });
  expect([(await row(id)).vcs_commit, await read(id, 'main.yml')]).toEqual([one, '- hosts: pinned\n']);
  git(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  expect(await fetched(id, two)).toMatchObject({ state: 'done' });
  expect([(await row(id)).vcs_commit, await read(id, 'main.yml')]).toEqual([two, '- hosts: two\n']);
  git(['tag', '-a', '-m', 'v1', 'v1', three]);
  await ann.patch(`${url}${id}/`, { vcs_ref: 'v1' });
  expect((await compared(id)).to).toBe(three);
  await ann.patch(`${url}${id}/`, { vcs_ref: 'none' });
  expect((await compare(id)).text).toContain('no branch or tag none');
});

test('another host key is refused before anything is sent, and one of another machine is forgotten', async () => {
  const id = await confirmed();
  const to = git(['rev-parse', 'HEAD']);
  expect(await fetched(id, to)).toMatchObject({ state: 'done' });
  await ann.patch(`${url}${id}/`, { vcs_host_key: strange });
  expect(await compared(id)).toMatchObject({ is_confirmed: false, to: '' });
  expect(await fetched(id, to)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('host key'),
  });
  expect((await row(id)).vcs_commit).toBe(to);
  await ann.patch(`${url}${id}/`, { vcs_url: 'git@git.example.com:web.git' });
  expect((await row(id)).vcs_host_key).toBe('');
});

test('an address is one of SSH, and neither it nor a branch is ever an option', async () => {
  const post = (values: object) => ann.post(url, { name: randomUUID(), create_method: 'vcs', ...values });
  for (const vcs_url of ['', 'https://host/web.git', 'ext::sh -c id', '/etc', 'git@-oProxyCommand=id:x'])
    expect([(await post({ vcs_url })).status, vcs_url]).toEqual([400, vcs_url]);
  for (const vcs_ref of ['--upload-pack=id', 'main\nid', 'a..b'])
    expect((await post({ vcs_url: address(), vcs_ref })).json).toHaveProperty('vcs_ref');
  const blank = await ann.post(url, { name: randomUUID(), vcs_url: address(), vcs_host_key: strange });
  expect(blank.json).toMatchObject({ vcs_url: '', vcs_host_key: '', vcs_public_key: '' });
});

/** A tree as no program of Git would write it. */
const tree = (...entries: [mode: string, name: string, object: string][]) =>
  git(
    ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    Buffer.concat(
      entries.map(([mode, name, object]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(object, 'hex')]),
      ),
    ),
  );
const blob = (content: string) => git(['hash-object', '-w', '--stdin'], content);

test('a commit that does more than hold small files is refused, whatever it is', async () => {
  const id = await confirmed();
  const main: [string, string, string] = ['100644', 'main.yml', blob('- hosts: all\n')];
  const x = blob('x');
  const many = Array.from({ length: 1_001 }, (_, at): [string, string, string] => ['100644', `f${at}`, x]);
  let deep = tree(['100644', 'x', x]);
  for (let level = 0; level < 12; level += 1) deep = tree(['40000', 'd', deep]);
  const cases: [what: string, tree: string, said: string][] = [
    ['a link outside', tree(['120000', 'a', blob('/etc/shadow')], main), 'symbolic link'],
    ['a submodule', tree(['160000', 'a', git(['rev-parse', 'HEAD'])], main), 'submodule'],
    ['its own .git', tree(['40000', '.git', tree(['100644', 'config', x])], main), 'damaged commit'],
    ['.GIT with a dot', tree(['40000', '.GIT.', tree(['100644', 'config', x])], main), 'damaged commit'],
    ['.git of a stream', tree(['100644', '.git .:x', x], main), 'damaged commit'],
    ['a way out', tree(['40000', '..', tree(['100644', 'x', x])], main), 'damaged commit'],
    ['a slash', tree(['100644', '../x', x], main), 'damaged commit'],
    ['no plain name', tree(['100644', 'a*b', x], main), 'contains one of these characters'],
    ['two spellings', tree(['100644', 'MAIN.yml', x], main), 'the same file'],
    ['a large file', tree(main, ['100644', 'x', blob('x'.repeat(1024 * 1024 + 1))]), 'larger than 1024 KiB'],
    ['many files', tree(main, ...many), 'at most 1000'],
    ['deep folders', tree(['40000', 'd', deep], main), 'too deep'],
    [
      'a pointer of LFS',
      tree(main, ['100644', 'x', blob('version https://git-lfs.github.com/spec/v1\n')]),
      'LFS',
    ],
    ['no main.yml', tree(['100644', 'x', x]), 'no main.yml'],
  ];
  for (const [what, object, said] of cases) {
    git(['update-ref', 'refs/heads/hostile', git(['commit-tree', '-m', what, object])]);
    await ann.patch(`${url}${id}/`, { vcs_ref: 'hostile' });
    const { status, text } = await compare(id);
    expect([what, status, text]).toEqual([what, 400, expect.stringContaining(said)]);
  }
  expect(await paths(id)).toEqual(['root']);
  symlinkSync('/etc', join(repository, 'outside'));
  const linked = commit({});
  expect(await fetched(id, linked)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('link'),
  });
  rmSync(join(repository, 'outside'));
  commit({});
});

const one = 'a'.repeat(40);
const offered = `${one} refs/heads/main\0side-band-64k ofs-delta shallow\n`;
const hello = (channel: ServerChannel) => channel.write(packetOf(offered) + FLUSH);
/** Sends the same again and again, as fast as it is taken. */
const forever = (channel: ServerChannel, piece: Buffer | string) => {
  const push = () => {
    while (channel.writable && channel.write(piece));
    if (channel.writable) channel.once('drain', push);
  };
  channel.on('error', () => undefined);
  push();
};
const packed =
  (...data: Buffer[]) =>
  (channel: ServerChannel) => {
    hello(channel);
    channel.write(packetOf(`shallow ${one}\n`) + FLUSH + packetOf('NAK\n'));
    for (const each of data) channel.write(each);
  };
const band = (bytes: number) =>
  Buffer.concat([Buffer.from((bytes + 5).toString(16).padStart(4, '0')), Buffer.alloc(bytes + 1, 1)]);
const misbehaviours: [what: string, (channel: ServerChannel) => void, reason: string, seconds?: number][] = [
  ['says nothing', () => undefined, 'slow', 0.5],
  ['falls silent', packed(band(10)), 'slow', 0.5],
  [
    'names without end',
    (channel) => forever(channel, packetOf(`${one} refs/heads/${'x'.repeat(60_000)}\n`)),
    'large',
  ],
  [
    'a pack without end',
    (channel) => {
      packed()(channel);
      forever(channel, band(60_000));
    },
    'large',
  ],
  ['another protocol', (channel) => channel.write('HTTP/1.1 200 OK\r\n\r\n'), 'broken'],
  ['an error', (channel) => channel.write(packetOf('ERR no such repository')), 'noRepository'],
  ['an end', (channel) => channel.end(), 'noRepository'],
  [
    'SHA-256',
    (channel) => channel.write(packetOf(`${'a'.repeat(64)} HEAD\0shallow\n`) + FLUSH),
    'unsupported',
  ],
  [
    'nothing at all',
    (channel) => channel.write(packetOf(`${'0'.repeat(40)} capabilities^{}\0x`) + FLUSH),
    'empty',
  ],
];

test('a host that misbehaves costs no more than the limits allow', async () => {
  const host = await startSshHost();
  const place = repositoryPlace(`ssh://git@127.0.0.1:${host.port}/web.git`);
  if (!place) throw new Error('no place');
  let hostKey = strange;
  const reason = (seconds = 20) => {
    const most = { bytes: 1024 * 1024, seconds };
    const wish = { place, privateKey: newPrivateKey(), hostKey, want: { name: 'main' }, most };
    return fetchCommit(wish, new AbortController().signal).then(
      () => 'fetched',
      (error: { reason?: string; detail: string }) => error,
    );
  };
  const wrong = (await reason()) as { reason: string; detail: string };
  expect(wrong.reason).toBe('hostKey');
  hostKey = wrong.detail;
  const commands: string[] = [];
  for (const [what, answer, expected, seconds] of misbehaviours) {
    host.answer((channel, command) => {
      commands.push(command);
      channel.on('error', () => undefined);
      answer(channel);
    });
    expect([what, await reason(seconds)]).toEqual([what, expect.objectContaining({ reason: expected })]);
  }
  expect(new Set(commands)).toEqual(new Set(["git-upload-pack '/web.git'"]));
  host.stop();
});
