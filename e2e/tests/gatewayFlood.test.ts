import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { proofSize, tellFigure } from '../../scripts/proofSize.ts';
import { eventually } from '../clients/api.ts';
import { type Estate, openEstate } from '../fixtures/estate.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

const megabyte = 1024 * 1024;
const sizeMegabytes = proofSize({ small: 200, whole: 1_000 });
const sizeBytes = sizeMegabytes * megabyte;
/** Maximum memory that a flooding session may cost the gateway, whatever the size of the file. */
const growthBytes = 128 * megabyte;
/**
 * Maximum number of bytes that the gateway sends without an acknowledgement; the last packet may exceed it.
 */
const unaskedBytes = 512 * 1024;
const packetBytes = 64 * 1024;

let estate: Estate;
let machine: Sshd;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-flood-'));
  await chmod(folder, 0o755);
  [estate, machine] = await Promise.all([openEstate(), startSshd(), writeFlood(join(folder, 'huge'))]);
});
afterAll(async () => {
  await machine?.stop();
  await estate?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Numbered lines, so that a lost or duplicated piece is noticed. */
const writeFlood = async (path: string) => {
  const file = await open(path, 'w', 0o644);
  for (let part = 0; part < sizeBytes / megabyte; part += 1) {
    const lines = Array.from({ length: megabyte / 16 }, (_, line) => `${part}-${line}`.padEnd(15, '.'));
    await file.write(`${lines.join('\n')}\n`);
  }
  await file.close();
};
const hashOf = async (path: string) => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
const residentBytes = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Counts and hashes what arrives after BEGIN, up to the size of the file; what follows is the tail. */
const createCollector = () => {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let tail = '';
  let bytes = 0;
  let hasBegun = false;
  const count = (chunk: Uint8Array) => {
    const part = chunk.subarray(0, Math.max(0, sizeBytes - bytes));
    hash.update(part);
    bytes += part.length;
    tail += Buffer.from(chunk.subarray(part.length)).toString();
  };
  return {
    take: (chunk: Uint8Array) => {
      if (hasBegun) return count(chunk);
      head = Buffer.concat([head, chunk]);
      const at = head.indexOf('BEGIN');
      if (at < 0) return;
      hasBegun = true;
      count(head.subarray(at + 5));
    },
    bytes: () => bytes,
    tail: () => tail,
    digest: () => hash.digest('hex'),
  };
};

test('a file of 200 MB or more arrives complete at a window that pauses in between, and memory stays bounded', async () => {
  const asset = await estate.host('web-01', machine.port);
  await estate.account(asset, machine);
  await estate.grant('ops', [asset]);
  const collector = createCollector();
  const terminal = await estate.connect({ asset: asset.id, account: 'deploy' }, { sink: collector.take });
  await terminal.opened();
  const gateway = await estate.gatehouse.pidOf('gateway');
  const before = await residentBytes(gateway);
  let most = before;
  const watch = setInterval(() => {
    const note = (now: number) => {
      most = Math.max(most, now);
    };
    residentBytes(gateway).then(note, () => undefined);
  }, 100);
  onTestFinished(() => clearInterval(watch));
  const started = Date.now();
  terminal.type(`stty -opost; printf %s%s BE GIN; cat ${folder}/huge; printf %s%s EN D; stty opost\n`);
  await eventually('a tenth of the file', async () => collector.bytes() > sizeBytes / 10);
  terminal.stall(true);
  const stalledAt = collector.bytes();
  const more = () => collector.bytes() - stalledAt;
  await eventually('most of what is sent unasked', async () => more() > unaskedBytes / 2);
  await sleep(1_500);
  // The window acknowledges nothing more: the gateway stops reading from the shell, and nothing piles up.
  expect(more()).toBeLessThan(unaskedBytes + packetBytes);
  terminal.stall(false);
  await eventually(
    'the end of the file',
    async () => collector.tail().includes('END'),
    120 * (sizeMegabytes / 200),
  );
  const seconds = (Date.now() - started) / 1000;
  clearInterval(watch);
  expect(collector.bytes()).toBe(sizeBytes);
  expect(collector.digest()).toBe(await hashOf(join(folder, 'huge')));
  tellFigure(
    `${sizeMegabytes} MB in ${seconds.toFixed(1)} s, gateway grew by ${Math.round((most - before) / megabyte)} MB`,
  );
  expect(most - before).toBeLessThan(growthBytes);
});

test('Stop ends a playbook on its machines within two seconds', async () => {
  const asset = await estate.host('books', machine.port);
  await estate.account(asset, machine);
  await estate.grant('books', [asset]);
  const { operator } = estate;
  const { body: book } = await operator.call<{ id: string }>('POST', '/api/v1/ops/playbooks/', {
    name: 'long',
  });
  const content =
    '- hosts: all\n  gather_facts: false\n  tasks:\n    - command: echo begun\n    - command: sleep 60\n';
  await operator.call('PATCH', `/api/v1/ops/playbook/${book.id}/file/`, { key: 'main.yml', content });
  const { body, text } = await operator.call<{ task_id: string }>('POST', '/api/v1/ops/jobs/', {
    ...{ name: 'long', type: 'playbook', playbook: book.id, assets: [asset.id], is_periodic: false },
    ...{ runas: machine.username, run_after_save: true },
  });
  const run = `/api/v1/ops/job-executions/${body.task_id}/`;
  const output = async () => (await operator.call('GET', `${run}output/`)).text;
  await eventually(`the first task ${text}`, async () => /begun\n/.test(await output()));
  const stopped = Date.now();
  await operator.call('POST', '/api/v1/ops/job-executions/stop/', { task_id: body.task_id });
  const state = async () =>
    (await operator.call<{ hosts: { state: string }[] }>('GET', `${run}hosts/`)).body.hosts[0]?.state;
  await eventually('its end', async () => (await state()) === 'stopped', 20);
  expect(Date.now() - stopped).toBeLessThan(2_000);
});
