import { randomUUID } from 'node:crypto';
import { password } from '../../fixtures/estate.ts';
import { type Demo, signedIn } from '../../tests/pages/demo.ts';
import type { Subject } from '../subject.ts';
import { handOf } from './hand.ts';

const command = `set -e
systemctl stop nginx
cp -a /etc/nginx /var/backups/nginx-{{ jms_asset.name }}
nginx -t && systemctl start nginx`;

type Asked = { approval: string; run: string };

/** A run of the ordinary user and one of the administrator, both of which wait for another user. */
const ask = async (demo: Demo): Promise<Asked> => {
  const { admin, rows } = demo;
  const call = async <T>(method: string, path: string, body?: object, by = admin): Promise<T> => {
    const { status, text, body: answer } = await by.call<T>(method, `/api/v1/${path}`, body);
    if (status > 201) throw new Error(`${path}: ${text}`);
    return answer;
  };
  await call('PATCH', 'settings/setting/?category=ops', { JOB_APPROVAL: 'all' });
  const ordinary = await signedIn(demo, 'ordinary', password);
  const [me, own] = await Promise.all(
    [admin, ordinary].map((by) => call<{ id: string }>('GET', 'users/profile/', undefined, by)),
  );
  const second = { system_roles: ['00000000-0000-0000-0000-000000000001'], org_roles: [] };
  await call('POST', 'users/users/', {
    ...{ name: 'Second Reviewer', username: `second-${randomUUID().slice(0, 8)}`, ...second },
    ...{ email: `${randomUUID()}@example.com`, password_strategy: 'email' },
  });
  const assets = [String(rows.host?.id)];
  const grant = { users: [me?.id, own?.id], assets, accounts: ['@ALL'], actions: ['connect'] };
  await call('POST', 'perms/asset-permissions/', { name: `Jobs ${randomUUID().slice(0, 8)}`, ...grant });
  const job = { assets, runas: 'root', instant: true, is_periodic: false, timeout: 60, chdir: '/srv' };
  await call('POST', 'ops/jobs/', { ...job, args: command }, ordinary);
  const { task_id: run } = await call<{ task_id: string }>('POST', 'ops/jobs/', { ...job, args: 'df -h' });
  const found = await call<{ id: string; material: string }[]>('GET', 'ops/job-approvals/');
  return { run, approval: found.find(({ material }) => material.includes('nginx'))?.id ?? '' };
};

let asked: Promise<Asked> | undefined;

const at = (name: string, path: (of: Asked) => string, opens?: string): Subject => ({
  name: `scenes/ops/${name}`,
  kind: 'scenes',
  show: async (stage) => {
    asked ??= ask(stage.demo);
    const hand = handOf(stage);
    await hand.goTo(path(await asked));
    if (!opens) return;
    await hand.press(opens);
    await hand.dialog.waitFor();
  },
});

const approval = ({ approval: id }: Asked) => `workbench/ops/approvals/${id}`;

/** Jobs that wait for the approval of a second person. */
export const approvalScenes: Subject[] = [
  at('approvals', () => 'workbench/ops/approvals'),
  at('approval', approval),
  at('approval-assets', (of) => `${approval(of)}?activeTab=JobApprovalMachines`),
  at('approval-reject', approval, 'Reject'),
  at('run-waiting', ({ run }) => `workbench/ops/executions/${run}`),
];
