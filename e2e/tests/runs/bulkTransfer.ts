import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import { proofSize, tellFigure } from '../../../scripts/proofSize.ts';
import { eventually } from '../../clients/api.ts';
import type { Estate } from '../../fixtures/estate.ts';
import type { Sshd } from '../../fixtures/sshd.ts';

const mebibyte = 1024 * 1024;
const megabytes = proofSize({ small: 8, whole: 1024 });
/** How long the transfer may take, in seconds. */
const patience = proofSize({ small: 60, whole: 1200 });

const sumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** A file of random content. */
const randomFile = async (folder: string): Promise<string> => {
  const path = join(folder, 'image.bin');
  const content = function* () {
    for (let at = 0; at < megabytes; at += 1) yield randomBytes(mebibyte);
  };
  await pipeline(content, createWriteStream(path));
  return path;
};

/** A way to the machine that breaks once, after half of the file; `passed`: bytes to the machine, by connection. */
const breakingWay = async (port: number): Promise<{ door: Server; port: number; passed: number[] }> => {
  const passed: number[] = [];
  const door = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const turn = passed.push(0) - 1;
    near.on('data', (bytes: Buffer) => {
      passed[turn] = (passed[turn] ?? 0) + bytes.length;
      if (turn === 0 && passed[turn] > (megabytes * mebibyte) / 2) near.destroy();
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far])
      socket.on('error', () => undefined).on('close', () => [near, far].map((one) => one.destroy()));
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  return { door, port: (door.address() as AddressInfo).port, passed };
};

type Place = { estate: Estate; machine: Sshd; ended: (run: string, seconds?: number) => Promise<unknown> };

/** Five hosts, all of them the same machine; the first is reached over a way that breaks. */
const fiveHosts = async ({ estate, machine }: Place, port: number): Promise<{ id: string }[]> => {
  const hosts: { id: string }[] = [];
  for (const at of [1, 2, 3, 4, 5]) {
    const host = await estate.host(`bulk-${at}`, at === 1 ? port : machine.port);
    await estate.account(host, machine);
    hosts.push(host);
  }
  await estate.grant('bulk', hosts, ['@ALL'], { actions: ['connect', 'upload'] });
  return hosts;
};

/** The operator sends a file to hosts; returns the run. */
const sendFile = async (
  { estate: { operator }, machine }: Place,
  { path, folder, hosts }: { path: string; folder: string; hosts: { id: string }[] },
): Promise<string> => {
  const job = await operator.call<{ id: string }>('POST', '/api/v1/ops/jobs/', {
    ...{ type: 'upload_file', args: JSON.stringify({ dst_path: folder }), assets: hosts.map(({ id }) => id) },
    ...{ runas: machine.username, runas_policy: 'skip', module: 'shell', timeout: -1 },
    ...{ instant: false, is_periodic: false },
  });
  expect(job.status, job.text).toBe(201);
  const form = new FormData();
  form.append('job_id', job.body.id);
  form.append('files', await openAsBlob(path), 'image.bin');
  const sent = await operator.send('POST', '/api/v1/ops/jobs/upload/', form);
  expect(sent.status, sent.text).toBe(201);
  return (sent.body as { task_id: string }).task_id;
};

/** The largest file that a transfer may have, as users are told. */
const allowLarge = async ({ estate }: Place): Promise<void> => {
  await estate.set('FILE_UPLOAD_SIZE_LIMIT_MB', megabytes);
  const told = async () =>
    (await estate.admin.call<Record<string, unknown>>('GET', '/api/v1/settings/public/')).body;
  await eventually('the limit', async () => (await told()).FILE_UPLOAD_SIZE_LIMIT_MB === megabytes);
};

/** A file goes to five hosts and arrives as it is, although the way to one of them breaks; each arrival is in the log. */
export const sendToFive = async (place: Place, folder: string): Promise<void> => {
  const { estate, machine } = place;
  const target = `gatehouse-bulk-${randomUUID()}`;
  const way = await breakingWay(machine.port);
  try {
    const path = await randomFile(folder);
    await allowLarge(place);
    const hosts = await fiveHosts(place, way.port);
    const begun = Date.now();
    const run = await sendFile(place, { path, folder: target, hosts });
    expect(await place.ended(run, patience)).toMatchObject({ state: 'done' });
    tellFigure(`${megabytes} MiB to five hosts, one connection cut: ${Date.now() - begun} ms`);
    const arrived = `/tmp/${target}/image.bin`;
    expect(await sumOf(arrived)).toBe(await sumOf(path));
    const whole = megabytes * mebibyte;
    expect(way.passed).toEqual([expect.any(Number), expect.any(Number)]);
    // What the machine had was not sent again.
    expect(way.passed[1]).toBeLessThan(whole * 0.75);
    const logged = await estate.query<{ asset: string; is_success: boolean }>(
      'select asset, is_success from audits_ftplog where filename = $1 order by asset',
      [arrived],
    );
    expect(logged).toEqual(
      [1, 2, 3, 4, 5].map((at) => ({ asset: `bulk-${at}(127.0.0.1)`, is_success: true })),
    );
  } finally {
    way.door.close();
    await rm(`/tmp/${target}`, { recursive: true, force: true });
  }
};
