import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sshd, startSshd } from '../../../../gateway/test/sshd.ts';
import { startAzure } from '../../../test/servers/azureServer.ts';
import { type S3Server, startS3 } from '../../../test/servers/s3Server.ts';
import { createAzureBlobs } from './azureBlobs.ts';
import { type Blobs, keyOf } from './blobs.ts';
import { createLocalBlobs } from './localBlobs.ts';
import { createS3Blobs } from './s3Blobs.ts';
import { createSftpBlobs, type SftpPlace } from './sftpBlobs.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const from = (...chunks: (Buffer | string)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const inAll = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

let s3: S3Server;
let azure: Awaited<ReturnType<typeof startAzure>>;
let sshd: Sshd;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-blobs-'));
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-sftp-'));
  [s3, azure, sshd] = await Promise.all([
    startS3(),
    startAzure(),
    startSshd(home, 'ed25519', { anyCommand: true }),
  ]);
});
afterAll(async () => {
  await s3.stop();
  await azure.stop();
  sshd.stop();
  await rm(folder, { recursive: true, force: true });
});

let number = 0;
const sftpPlace = (root: string): SftpPlace => ({
  host: '127.0.0.1',
  port: sshd.port,
  username: sshd.username,
  privateKey: sshd.privateKey,
  root,
});
const stores = {
  local: () => createLocalBlobs(join(folder, String(number))),
  s3: () => createS3Blobs({ ...s3.place, prefix: `test-${number}/` }),
  azure: () => createAzureBlobs({ ...azure.place, container: `box-${number}` }),
  sftp: () => createSftpBlobs(sftpPlace(join(sshd.home, 'files', String(number)))),
};
const freshStore = (kind: keyof typeof stores) => {
  number += 1;
  const blobs: Blobs = stores[kind]();
  const textOf = async (key: string, range?: { start: number; end: number }) => {
    const found = await blobs.get(key, range);
    return found && (await buffer(found)).toString();
  };
  return { blobs, textOf };
};
const everyStore = test.each(['local', 's3', 'azure', 'sftp'] as const);

everyStore('%s: stores a file and reads it, whole or in part', async (kind) => {
  const { blobs, textOf } = freshStore(kind);
  const stored = await blobs.put('replay/2026-01-02/a.cast.gz', from('rec', 'ord', 'ing'));
  expect(stored).toEqual({ size: 9, sha256: sha256(Buffer.from('recording')) });
  expect(await textOf('replay/2026-01-02/a.cast.gz')).toBe('recording');
  expect(await textOf('replay/2026-01-02/a.cast.gz', { start: 2, end: 4 })).toBe('cor');
  const facts = await blobs.stat('replay/2026-01-02/a.cast.gz');
  expect(facts?.size).toBe(9);
  expect(Math.abs(Date.now() - (facts?.modified.getTime() ?? 0))).toBeLessThan(60_000);
});

everyStore(
  '%s: stores an empty file and a name in any script, and replaces an existing file',
  async (kind) => {
    const { blobs, textOf } = freshStore(kind);
    await blobs.put('media/ftp_files/空 & +%20.txt', from());
    expect(await blobs.stat('media/ftp_files/空 & +%20.txt')).toMatchObject({ size: 0 });
    await blobs.put('media/ftp_files/空 & +%20.txt', from('second'));
    expect(await textOf('media/ftp_files/空 & +%20.txt')).toBe('second');
    expect(await inAll(blobs.list('media/'))).toEqual([{ key: 'media/ftp_files/空 & +%20.txt', size: 6 }]);
  },
);

everyStore('%s: stores a file larger than one upload part', async (kind) => {
  const { blobs } = freshStore(kind);
  const content = randomBytes(19 * 1024 * 1024 + 7);
  const chunks = Array.from({ length: 20 }, (_, at) => content.subarray(at << 20, (at + 1) << 20));
  const expected = sha256(content);
  await blobs.put('replay/large', from(...chunks), { sha256: expected });
  const found = await blobs.get('replay/large');
  expect(sha256(await buffer(found as Readable))).toBe(expected);
  const tail = await blobs.get('replay/large', { start: content.length - 9, end: content.length - 1 });
  expect((await buffer(tail as Readable)).equals(content.subarray(-9))).toBe(true);
});

everyStore('%s: a missing file is not found', async (kind) => {
  const { blobs } = freshStore(kind);
  expect(await blobs.get('replay/none')).toBeUndefined();
  expect(await blobs.get('replay/none', { start: 0, end: 3 })).toBeUndefined();
  expect(await blobs.stat('replay/none')).toBeUndefined();
  expect(await blobs.stat('replay')).toBeUndefined();
  expect(await inAll(blobs.list('replay/'))).toEqual([]);
  expect(await blobs.folders('replay/')).toEqual([]);
  await blobs.remove('replay/none');
  await blobs.removeUnder('replay/');
});

everyStore('%s: an incomplete or aborted upload is not visible', async (kind) => {
  const { blobs, textOf } = freshStore(kind);
  await blobs.put('replay/day/x', from('before'));
  let seen: unknown;
  async function* breaking() {
    yield Buffer.alloc(9 * 1024 * 1024);
    seen = [await textOf('replay/day/x'), await inAll(blobs.list('replay/'))];
    throw new Error('broken off');
  }
  await expect(blobs.put('replay/day/x', breaking())).rejects.toThrow('broken off');
  expect(seen).toEqual(['before', [{ key: 'replay/day/x', size: 6 }]]);
  await expect(blobs.put('replay/day/new', breaking())).rejects.toThrow('broken off');
  expect(await textOf('replay/day/x')).toBe('before');
  expect(await inAll(blobs.list('replay/'))).toEqual([{ key: 'replay/day/x', size: 6 }]);
});

everyStore('%s: refuses content with another checksum than expected', async (kind) => {
  const { blobs, textOf } = freshStore(kind);
  const wrong = { sha256: sha256(Buffer.from('other')) };
  await expect(blobs.put('replay/x', from('content'), wrong)).rejects.toThrow('expected SHA-256');
  expect(await blobs.stat('replay/x')).toBeUndefined();
  await blobs.put('replay/x', from('content'), { sha256: sha256(Buffer.from('content')).toUpperCase() });
  expect(await textOf('replay/x')).toBe('content');
});

everyStore('%s: lists folders and files in order, and deletes one file or a whole folder', async (kind) => {
  const { blobs, textOf } = freshStore(kind);
  for (const key of ['replay/2026-01-02/b', 'replay/2026-01-02/a', 'replay/2026-01-03/c', 'media/d'])
    await blobs.put(key, from(key));
  expect(await blobs.folders('replay/')).toEqual(['2026-01-02', '2026-01-03']);
  expect((await inAll(blobs.list('replay/'))).map(({ key }) => key)).toEqual([
    'replay/2026-01-02/a',
    'replay/2026-01-02/b',
    'replay/2026-01-03/c',
  ]);
  await blobs.remove('replay/2026-01-02/a');
  expect(await blobs.stat('replay/2026-01-02/a')).toBeUndefined();
  await blobs.removeUnder('replay/2026-01-02/');
  expect(await blobs.folders('replay/')).toEqual(['2026-01-03']);
  expect(await textOf('media/d')).toBe('media/d');
});

everyStore('%s: refuses a key that leads outside the store', async (kind) => {
  const { blobs } = freshStore(kind);
  for (const key of ['../x', '/etc/passwd', 'replay/../keys/master', 'replay/.hidden', 'replay/', 'a\0', ''])
    await expect(blobs.stat(key), key).rejects.toThrow('Not a key');
  await expect(blobs.removeUnder('replay')).rejects.toThrow('Not a folder');
});

test('a file being written is hidden in its folder, and deleted when the writing breaks off', async () => {
  const root = join(folder, 'hidden');
  const blobs = createLocalBlobs(root);
  let during: string[] = [];
  async function* breaking() {
    yield Buffer.from('half');
    during = await readdir(join(root, 'replay'));
    throw new Error('broken off');
  }
  await expect(blobs.put('replay/x', breaking())).rejects.toThrow('broken off');
  expect(during.every((name) => name.startsWith('.'))).toBe(true);
  expect(await readdir(join(root, 'replay'))).toEqual([]);
});

test('a store that rejects our key is reported, without the secret', async () => {
  const credentials = { accessKeyId: 'nobody', secretAccessKey: 'never-shown' };
  const failure = await createS3Blobs({ ...s3.place, credentials })
    .put('replay/x', from('x'))
    .then(() => undefined)
    .catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(JSON.stringify([failure, failure?.message, failure?.stack])).not.toContain('never-shown');
});

test('a storage account that rejects our key, or lacks the container, is reported by the name of the error', async () => {
  const put = (place: object) =>
    createAzureBlobs({ ...azure.place, container: 'box-0', ...place }).put('replay/x', from('x'));
  const key = Buffer.from('never-shown').toString('base64');
  await expect(put({ key })).rejects.toMatchObject({ status: 403, code: 'AuthenticationFailed' });
  await expect(put({ container: 'none' })).rejects.toMatchObject({ status: 404, code: 'ContainerNotFound' });
});

test('a machine is signed in to with a key and its passphrase; a key that cannot be read is refused at once', async () => {
  const place = sftpPlace(join(sshd.home, 'locked'));
  const locked = { ...place, privateKey: sshd.lockedKey };
  const open = createSftpBlobs({ ...locked, passphrase: 'open sesame' });
  await open.put('a/b', from('content'));
  expect(await open.stat('a/b')).toMatchObject({ size: 7 });
  await expect(createSftpBlobs(locked).stat('a/b')).rejects.toMatchObject({ code: 'UnreadableKey' });
  const { privateKey: _key, ...keyless } = place;
  await expect(createSftpBlobs({ ...keyless, password: 'wrong' }).stat('a/b')).rejects.toMatchObject({
    level: 'client-authentication',
  });
});

test('the first host key of a machine is recorded; another one is refused before anything is sent', async () => {
  const recorded: string[] = [];
  const record = async (fingerprint: string) => {
    recorded.push(fingerprint);
    return fingerprint;
  };
  const place = sftpPlace(join(sshd.home, 'recognized'));
  const wrong = createSftpBlobs({ ...place, username: 'nobody-here', hostKey: { recorded: '', record } });
  await expect(wrong.stat('a')).rejects.toMatchObject({ level: 'client-authentication' });
  expect(recorded).toEqual([]);
  const first = createSftpBlobs({ ...place, hostKey: { recorded: '', record } });
  await first.put('a/b', from('content'));
  await first.stat('a/b');
  const shown = execFileSync('ssh-keygen', ['-lf', join(sshd.home, '../host.pub')], { encoding: 'utf8' });
  expect(recorded).toEqual([shown.split(' ')[1]]);
  const replaced = createSftpBlobs({
    ...place,
    privateKey: '',
    password: 'hush',
    hostKey: { recorded: 'SHA256:old', record },
  });
  const refusal = { code: 'HostKeyChanged', recorded: 'SHA256:old', shown: recorded[0] };
  await expect(replaced.stat('a/b')).rejects.toMatchObject(refusal);
  const raced = createSftpBlobs({ ...place, hostKey: { recorded: '', record: async () => 'SHA256:old' } });
  await expect(raced.stat('a/b')).rejects.toMatchObject(refusal);
});

test('a store at an address of the cloud is never asked', async () => {
  const { put } = createS3Blobs({ ...s3.place, endpoint: 'http://169.254.169.254' });
  await expect(put('replay/x', from('x'))).rejects.toMatchObject({ name: 'RefusedHost' });
});

everyStore('%s: a key of the greatest length is stored and found again', async (kind) => {
  const { blobs, textOf } = freshStore(kind);
  const key = `${`${'ü'.repeat(100)}/`.repeat(4)}${'x'.repeat(96)}`;
  expect(keyOf(key)).toBe(key);
  expect(await blobs.stat(key)).toBeUndefined();
  await blobs.put(key, from('content'));
  expect(await textOf(key)).toBe('content');
});

test('a path is a key only inside the store', () => {
  expect(keyOf('replay//a/../b')).toBe('replay/b');
  const long = [`a/${'b'.repeat(201)}`, 'ü'.repeat(101), 'a/'.repeat(450).concat('b')];
  for (const path of ['..', '../a', 'a/../../b', '/a', '.a', 'a/.b', 'a\0b', '', ...long])
    expect(keyOf(path)).toBeUndefined();
});
