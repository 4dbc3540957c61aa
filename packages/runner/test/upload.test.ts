import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { UploadParams } from '@gatehouse/contract/wire/machineWork.ts';
import type { SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { secretFor, temporaryFolder, withKey } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import { createPieces } from '../src/flows/transfers/pieces.ts';
import { upload } from '../src/ways/ssh/upload/upload.ts';
import { wayDeps } from './target.ts';

let sshd: Sshd;
let base: string;
beforeAll(async () => {
  sshd = await startSshd(temporaryFolder(), 'ed25519', { anyCommand: true });
  base = temporaryFolder();
});
afterAll(() => sshd.stop());

const content = Buffer.alloc(1_300_000, 'content of a file\n');
const fileOf = (name: string, bytes = content) => ({
  ...{ name, size: bytes.length },
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const connection = () => secretFor(sshd, { account: withKey(sshd.privateKey) });
type Options = { params?: Partial<UploadParams>; signal?: AbortSignal; on?: ReturnType<typeof connection> };
/** Sends files that all have the usual content; returns what was printed, the shares told, or the failure. */
const send = async ({ params, signal = new AbortController().signal, on = connection() }: Options) => {
  const printed: string[] = [];
  const shares: number[] = [];
  const whole = { base, folders: [], files: [fileOf('a.bin')], mode: '', owner: '', ...params };
  const pieces = createPieces(async ({ from, length }) => content.subarray(from, from + length));
  const deps = wayDeps({
    ...{ signal, print: (text) => void printed.push(text) },
    progress: (share) => void shares.push(share),
  });
  try {
    const read = (file: number, size: number, from: number) => pieces.parts('work', file, size, from);
    await upload(on, whole, read, deps, [10, 10, 10]);
    return { printed, shares };
  } catch (error) {
    const { status, key, params: about } = targetFailure(error, on);
    return { status, key, about, printed };
  }
};
const names = (folder = base) => readdirSync(folder).toSorted();
const emptied = () => {
  rmSync(base, { recursive: true });
  mkdirSync(base);
};

test('a file arrives in new folders, verified, and again only where it differs', async () => {
  const params = { folders: ['a', 'b c'], files: [fileOf("it's.bin"), fileOf('two.bin')] };
  const path = `${base}/a/b c`;
  expect(await send({ params })).toEqual({
    printed: [
      `${path}/it's.bin: 1300000 bytes, SHA-256 verified\n`,
      `${path}/two.bin: 1300000 bytes, SHA-256 verified\n`,
    ],
    shares: [20, 40, 50, 70, 90, 100],
  });
  expect(readFileSync(`${path}/two.bin`).equals(content)).toBe(true);
  writeFileSync(`${path}/two.bin`, content.with(7, 0));
  expect((await send({ params })).printed).toEqual([
    `${path}/it's.bin: 1300000 bytes, already there\n`,
    `${path}/two.bin: 1300000 bytes, SHA-256 verified\n`,
  ]);
  expect(names(path)).toEqual(["it's.bin", 'two.bin']);
  emptied();
});

test('mode and owner are set before the file has its name; an owner that the machine does not know stops it', async () => {
  const { uid, gid } = statSync(base);
  const params = { mode: '0711', owner: `${sshd.username}:${uid === 0 ? 'root' : sshd.username}` };
  expect(await send({ params })).toMatchObject({ printed: [expect.stringContaining('verified')] });
  expect(statSync(`${base}/a.bin`)).toMatchObject({ mode: 0o100711, uid, gid });
  emptied();
  expect(await send({ params: { owner: 'nobody-of-this-name' } })).toMatchObject({
    ...{ status: 'failed', key: 'machine_owner_unknown' },
  });
  expect(names()).toEqual([]);
});

test('no link is followed: a folder that is one is refused, a file that is one is replaced', async () => {
  const elsewhere = temporaryFolder();
  writeFileSync(`${elsewhere}/secret`, 'kept');
  symlinkSync(elsewhere, `${base}/link`);
  symlinkSync(`${elsewhere}/secret`, `${base}/a.bin`);
  expect(await send({ params: { folders: ['link'] } })).toMatchObject({
    ...{ key: 'machine_path_link', about: { path: `${base}/link` } },
  });
  expect(await send({})).toMatchObject({ printed: [expect.any(String)] });
  expect(names(elsewhere)).toEqual(['secret']);
  expect(readFileSync(`${elsewhere}/secret`, 'utf8')).toBe('kept');
  expect(readFileSync(`${base}/a.bin`).equals(content)).toBe(true);
  mkdirSync(`${base}/taken/x`, { recursive: true });
  expect(await send({ params: { files: [fileOf('taken')] } })).toMatchObject({ key: 'machine_path_taken' });
  emptied();
});

test('nothing is written where every user of the machine could exchange it', async () => {
  mkdirSync(`${base}/open`);
  chmodSync(`${base}/open`, 0o777);
  expect(await send({ params: { folders: ['open', 'below'] } })).toMatchObject({
    ...{ key: 'machine_path_open', about: { path: `${base}/open` } },
  });
  expect(names(`${base}/open/below`)).toEqual([]);
  chmodSync(`${base}/open`, 0o1777);
  expect(await send({ params: { folders: ['open'] } })).toMatchObject({ printed: [expect.any(String)] });
  emptied();
});

test('what is not the same, or is stopped, leaves neither a file nor a part of one', async () => {
  const other = { ...fileOf('a.bin'), sha256: '0'.repeat(64) };
  expect(await send({ params: { files: [other] } })).toMatchObject({ key: 'machine_file_differs' });
  expect(names()).toEqual([]);
  const stop = new AbortController();
  const late = send({ params: { files: [fileOf(randomUUID())] }, signal: stop.signal });
  await expect.poll(() => names().length, { interval: 1 }).toBe(1);
  stop.abort(new Error('stopped'));
  await late;
  await expect.poll(names).toEqual([]);
});

/** Passes connections to the machine on; the first ones break after so many bytes. */
const breaking = async (breaks: number, after: number) => {
  const passed: number[] = [];
  const door = createServer((near) => {
    const far = connect(sshd.port, '127.0.0.1');
    const turn = passed.push(0) - 1;
    near.on('data', (bytes: Buffer) => {
      passed[turn] = (passed[turn] ?? 0) + bytes.length;
      if (turn < breaks && (passed[turn] ?? 0) > after) near.destroy();
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far])
      socket.on('error', () => undefined).on('close', () => [near, far].map((one) => one.destroy()));
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  onTestFinished(() => void door.close());
  const { port } = door.address() as AddressInfo;
  return { passed, on: secretFor({ ...sshd, port }, { account: withKey(sshd.privateKey) }) };
};

test('over a connection that breaks, a file goes on where the machine has it; one that always breaks fails', async () => {
  const door = await breaking(1, 900_000);
  expect(await send({ on: door.on })).toMatchObject({
    printed: [`${base}/a.bin: 1300000 bytes, SHA-256 verified\n`],
  });
  expect(door.passed).toEqual([expect.any(Number), expect.any(Number)]);
  // Less than the whole file.
  expect(door.passed[1]).toBeLessThan(1_000_000);
  expect(names()).toEqual(['a.bin']);
  emptied();
  const worse = await breaking(9, 100_000);
  expect(await send({ on: worse.on })).toMatchObject({ status: 'failed', key: 'machine_broke_off' });
  expect(worse.passed).toHaveLength(4);
  emptied();
});

/** A machine that accepts the account, and does with SFTP what the test says. */
const strange = async (sftp?: (sftp: SFTPWrapper) => void) => {
  const machine = await startSshServer({ login: passwordLogin('s3cret'), ...(sftp && { sftp }) });
  onTestFinished(machine.stop);
  return secretFor({ port: machine.port, username: 'deploy' }, { account: { secret: 's3cret' } });
};
const [OK, NO_SUCH_FILE, FAILURE] = [0, 2, 4];

test('a machine without SFTP, and one whose disk is full, are told as such', async () => {
  expect(await send({ on: await strange() })).toMatchObject({ status: 'failed', key: 'machine_no_sftp' });
  const removed: string[] = [];
  const attributes = { mode: 0o100600, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
  const full = await strange((sftp) => {
    sftp.on('REALPATH', (id, path) =>
      sftp.name(id, [{ filename: path, longname: path, attrs: attributes }] as never),
    );
    sftp.on('LSTAT', (id) => sftp.status(id, NO_SUCH_FILE));
    sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('1')));
    sftp.on('FSTAT', (id) => sftp.attrs(id, attributes));
    sftp.on('WRITE', (id) => sftp.status(id, FAILURE, 'No space left on device'));
    sftp.on('REMOVE', (id, path) => {
      removed.push(path);
      sftp.status(id, OK);
    });
  });
  expect(await send({ on: full })).toMatchObject({
    ...{ status: 'failed', key: 'machine_file_failed' },
    about: { name: 'a.bin', detail: expect.stringContaining('No space left') },
  });
  expect(removed).toEqual([expect.stringMatching(/\.gatehouse-[0-9a-f]{32}$/)]);
});

/** The attributes of a file, or of what another mode says. */
const attributesOf = (size: number, mode = 0o100600) => ({ mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 });

test.each<[string, (sftp: SFTPWrapper) => void, string]>([
  [
    'that a folder is a link',
    (sftp) => sftp.on('LSTAT', (id) => sftp.attrs(id, attributesOf(0, 0o120777))),
    'machine_path_link',
  ],
  [
    'that a folder belongs to another user',
    (sftp) =>
      sftp.on('LSTAT', (id, path) =>
        path.endsWith('/a')
          ? sftp.attrs(id, { ...attributesOf(0, 0o040777), uid: 4242 })
          : sftp.status(id, NO_SUCH_FILE),
      ),
    'machine_path_foreign',
  ],
  [
    'another size of what it was sent',
    (sftp) => sftp.on('FSTAT', (id) => sftp.attrs(id, attributesOf(7))),
    'machine_file_differs',
  ],
  [
    'that no name can be given',
    (sftp) => sftp.on('RENAME', (id) => sftp.status(id, FAILURE, 'x'.repeat(100_000))),
    'machine_file_failed',
  ],
])(
  'a machine that tells a lie, %s, gets its own failure, and keeps no part of a file',
  async (_lie, tell, key) => {
    const kept = new Set<string>();
    const lying = await strange((sftp) => {
      const lies = new Set<string>();
      const only = sftp.on.bind(sftp);
      // What the test says takes the place of an honest answer.
      sftp.on = ((event: string, hear: never) => {
        lies.add(event);
        return only(event as never, hear);
      }) as typeof sftp.on;
      tell(sftp);
      const honest: Record<string, (id: number, path: string) => void> = {
        REALPATH: (id, path) =>
          sftp.name(id, [{ filename: path, longname: path, attrs: attributesOf(0) }] as never),
        LSTAT: (id, path) =>
          path.endsWith('/a') ? sftp.attrs(id, attributesOf(0, 0o040755)) : sftp.status(id, NO_SUCH_FILE),
        OPEN: (id, path) => {
          kept.add(path);
          sftp.handle(id, Buffer.from('1'));
        },
        FSTAT: (id) => sftp.attrs(id, attributesOf(content.length)),
        WRITE: (id) => sftp.status(id, OK),
        FSETSTAT: (id) => sftp.status(id, OK),
        CLOSE: (id) => sftp.status(id, OK),
        REMOVE: (id, path) => {
          kept.delete(path);
          sftp.status(id, OK);
        },
      };
      for (const [event, answer] of Object.entries(honest))
        if (!lies.has(event)) only(event as never, answer as never);
    });
    const failed = await send({ on: lying, params: { folders: ['a'] } });
    expect(failed).toMatchObject({ status: 'failed', key, printed: [] });
    expect(JSON.stringify(failed).length).toBeLessThan(2_000);
    expect([...kept]).toEqual([]);
  },
);
