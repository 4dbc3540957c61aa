import type { Host, HostPage, RunFacts } from '../../src/areas/jobCenter/run/hosts.ts';
import { answerTo } from '../answerTo.ts';

/** Id of the run. */
export const RUN = '11111111-1111-4111-8111-111111111111';
/** Address of its machines. */
export const HOSTS = `/api/v1/ops/job-executions/${RUN}/hosts/`;

/** A machine of the run, by its number. */
export const hostOf = (number: number, more: Partial<Host> = {}): Host => ({
  id: `22222222-2222-4222-8222-${String(number).padStart(12, '0')}`,
  asset: `33333333-3333-4333-8333-${String(number).padStart(12, '0')}`,
  name: `web-${number}`,
  state: 'ok',
  exit_code: 0,
  seconds: 1.25,
  reason: '',
  size: 3,
  progress: null,
  group: 'ok 0 a',
  ...more,
});

const groupOf = ({ state }: Host) =>
  state === 'ok' || state === 'skipped' || state === 'running' || state === 'waiting' ? state : 'failed';

/** Routes of a run, usually that of `RUN`, with these machines, in pages as the server sends them; `outputs` by the name of the machine. */
export const runRoutes = (
  hosts: () => readonly Host[],
  {
    outputs = {},
    id = RUN,
    is_timed = true,
    ...more
  }: { outputs?: Record<string, string>; id?: string; is_timed?: boolean } & Partial<RunFacts> = {},
): Record<string, unknown> => ({
  ...answerTo(
    'GET /api/v1/ops/job-executions/:id/hosts/',
    ({ query }): HostPage => {
      const all = hosts();
      const count = (group: string) => all.filter((host) => groupOf(host) === group).length;
      const found = all.filter(
        (host) =>
          (query.state === undefined || groupOf(host) === query.state) &&
          (query.search === undefined || outputs[host.name]?.includes(query.search)),
      );
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 200)];
      const [running, waiting] = [count('running'), count('waiting')];
      return {
        ...{ status: running + waiting > 0 ? 'running' : count('failed') > 0 ? 'failed' : 'success' },
        ...{
          seconds: 4.7,
          error: '',
          type: 'adhoc',
          command: 'uptime',
          module: 'shell',
          runas: 'deploy',
          runas_policy: 'skip',
        },
        ...{ canary: '', canary_next: 'user', batch: '' },
        ...{ timeout: 60, chdir: '', name: 'job-1', job: null, date_created: '2031/01/02 03:04:05 +0000' },
        pause: null,
        approval: null,
        counts: { ok: count('ok'), failed: count('failed'), skipped: count('skipped'), running, waiting },
        hosts: found.slice(offset, offset + limit),
        has_more: found.length > offset + limit,
        ...more,
      };
    },
    { id },
  ),
  ...Object.assign(
    {},
    ...Object.entries(outputs).map(([name, text]) => {
      const host = hosts().find((one) => one.name === name)?.id ?? '';
      return answerTo(
        'GET /api/v1/ops/job-executions/:id/hosts/:host/output/',
        ({ query }) => {
          const from = Number(query.from ?? 0);
          return { text: text.slice(from), to: text.length, is_ended: true, is_full: false, is_timed };
        },
        { id, host },
      );
    }),
  ),
});
