import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { proofSize } from '../../../../../scripts/proofSize.ts';
import { endedRun, runAgain, type Scene } from './scene.ts';

const jobs = '/api/v1/ops/jobs/';
const mebibyte = 1024 * 1024;
const size = proofSize({ small: 4, whole: 32 }) * mebibyte;
/** The part with which the runner, or the server, dies. */
const part = proofSize({ small: 4, whole: 20 });

/** Programs are killed in the midst of a file: under its name there is nothing, or all of it. */
export const createTransfers = (scene: Scene) => {
  const { call, sshd, real, programs, killedAt, loggedEnd } = scene;
  const content = randomBytes(size);
  const folder = `gatehouse-work-${randomUUID()}`;
  onTestFinished(() => rmSync(`/tmp/${folder}`, { recursive: true, force: true }));
  let files = 0;
  const begin = async () => {
    files += 1;
    const name = `${files}.bin`;
    const job = await scene.made(jobs, {
      ...{ type: 'upload_file', args: JSON.stringify({ dst_path: folder }), assets: [real] },
      ...{ runas: sshd.username, runas_policy: 'skip', module: 'shell' },
      ...{ instant: false, is_periodic: false, timeout: -1 },
    });
    const form = new FormData();
    form.append('files', new Blob([content]), name);
    form.append('job_id', job);
    const answer = await call('POST', `${jobs}upload/`, form);
    expect(answer.status, answer.text).toBe(201);
    return { run: (answer.json as { task_id: string }).task_id, file: `/tmp/${folder}/${name}` };
  };
  const killedAmid = (program: 'server' | 'runner') => {
    let parts = 0;
    const is = ({ path }: { path: string }) => {
      if (path.endsWith('/piece/')) parts += 1;
      return parts === part;
    };
    return killedAt(program, { when: 'sent', is });
  };
  const killedIn = (program: 'server' | 'runner') => async () => {
    const killed = killedAmid(program);
    const { run, file } = await begin();
    await killed;
    expect(existsSync(file), 'no half file').toBe(false);
    await programs[program].start();
    const { status } = await endedRun(run, scene);
    expect([status === 'success', await loggedEnd(run)]).toEqual([existsSync(file), existsSync(file)]);
    if (status === 'success') return void expect(readFileSync(file).equals(content)).toBe(true);
    const again = await runAgain(run, scene);
    expect(await endedRun(again, scene)).toMatchObject({ status: 'success' });
    expect([readFileSync(file).equals(content), await loggedEnd(again)]).toEqual([true, true]);
  };
  return { cases: [killedIn('runner'), killedIn('server')] };
};
