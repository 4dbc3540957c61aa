import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { beforeAll, expect, test } from 'vitest';
import type { Inventory } from '../../../test/inventory.ts';
import { changeScene } from '../../../test/machines/changeScene.ts';

const accounts = '/api/v1/accounts/accounts/';

let inventory: Inventory;
const scene = changeScene();
const { hostWith, takeAll, accountOf, taskOf, ended, planFor, start } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});

const patch = async (id: string, body: object) => {
  const answer = await inventory.admin.patch(`${accounts}${id}/`, body);
  expect(answer.status, answer.text).toBe(200);
};
const verify = (...ids: string[]) =>
  taskOf(inventory.admin.post(`${accounts}tasks/`, { action: 'verify', accounts: ids }));
/** Waits until a run has ended whose targets are left out as a runner takes them. */
const skippedWhenTaken = (run: string) =>
  expect
    .poll(async () => {
      await scene.take();
      return (await scene.runOf(run))?.state;
    })
    .not.toMatch(/queued|running/);
const usernames = (target: Target | undefined) => [
  ...(target?.switching?.from ?? []).map(({ username }) => username),
  target?.connection.account.username,
];
/** A machine on which `app` switches from `web`, and `web` from `root`. */
const chain = async () => {
  const host = await hostWith(['app', 'web']);
  const [root, web, app] = await Promise.all(['root', 'web', 'app'].map((name) => accountOf(host, name)));
  await patch(String(web), { su_from: root });
  await patch(String(app), { su_from: web });
  return { host, root: String(root), web: String(web), app: String(app) };
};
const setPlatform = (text: string) =>
  inventory.pool.query(`update assets_platform set ${text} where name = 'Linux'`);

test('an account that switches is given with the accounts before it, as its platform says', async () => {
  const { app } = await chain();
  await verify(app);
  const [target] = await takeAll(1);
  expect(usernames(target)).toEqual(['root', 'web', 'app']);
  expect(target?.switching).toMatchObject({
    method: 'sudo',
    from: [{ secret: 'Sesame-1' }, { secret: expect.any(String) }],
  });
  await scene.report([target as Target]);
  await setPlatform("su_method = 'su'");
  await verify(app);
  expect((await takeAll(1))[0]?.switching?.method).toBe('su');
  await setPlatform('su_enabled = false, su_method = null');
  await verify(app);
  const [alone] = await takeAll(1);
  await setPlatform('su_enabled = true');
  expect([alone?.switching, ...usernames(alone)]).toEqual([null, 'app']);
});

test('a secret is needed only by the account that signs in, which must be in use', async () => {
  const { host, root, web } = await chain();
  const bare = { asset: host, name: 'bare', username: 'bare', su_from: web, on_invalid: 'error' };
  const { id } = await inventory.made(inventory.admin.post(accounts, bare));
  const task = await verify(id);
  const [target] = await takeAll(1);
  expect([...usernames(target), target?.connection.account.secret]).toEqual(['root', 'web', 'bare', '']);
  await scene.report([target as Target]);
  await ended(task);
  await patch(root, { is_active: false });
  const again = await verify(id);
  // Taken, and left out with the reason.
  await skippedWhenTaken(again);
  expect((await ended(again))?.log).toContain('switches from root');
});

test('a change signs in as its own account switches, and is proven over the accounts of the one that is changed', async () => {
  const { host } = await chain();
  const run = await start(await planFor([host], { accounts: ['app'] }));
  const [target] = await takeAll(1);
  expect([...usernames(target)]).toEqual(['root']);
  expect(target?.change).toMatchObject({
    username: 'app',
    switching: { method: 'sudo', from: [{ username: 'root' }, { username: 'web' }] },
  });
  await scene.holding([target as Target], 'new');
  await ended(run);
});

test('a method that an administrator has written goes to a runner with its playbook and the values that it declares', async () => {
  const { admin, made, pool } = inventory;
  const playbook = '- hosts: all\n  tasks: []';
  const method = await made(
    admin.post('/api/v1/assets/playbook-methods/', {
      ...{ name: 'own', automation: 'change_secret', types: ['linux'], playbook },
      params: [
        { name: 'shell', default: '/bin/sh' },
        { name: 'unset', default: 'usual' },
      ],
    }),
  );
  const use = (id: string, values: object) =>
    pool.query(`update assets_platform set automation = automation || $1::jsonb where name = 'Linux'`, [
      JSON.stringify({ change_secret_method: id, change_secret_params: values }),
    ]);
  const host = await hostWith(['app']);
  await use(`playbook_${method.id}`, { shell: '/bin/ksh', other: 'x' });
  const run = await start(await planFor([host], { accounts: ['app'] }));
  const [target] = await takeAll(1);
  expect(target).toMatchObject({
    operation: {
      ...{ kind: 'change_secret', method: `playbook_${method.id}` },
      params: { playbook, parameters: { shell: '/bin/ksh', unset: 'usual' } },
    },
    change: { username: 'app' },
  });
  expect(target?.operation.params.parameters).not.toHaveProperty('other');
  await scene.holding([target as Target], 'new');
  await ended(run);
  await use('playbook_999', {});
  const gone = await start(await planFor([host], { accounts: ['app'] }));
  await skippedWhenTaken(gone);
  expect((await scene.recordsOf(gone))[0]?.error).toContain('playbook_999');
  await use('change_secret_posix', {});
});
