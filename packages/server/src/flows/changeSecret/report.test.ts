import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import type { Inventory } from '../../../test/inventory.ts';
import { changeScene, plans } from '../../../test/machines/changeScene.ts';
import { type Mail, sendMailBy, startMailServer } from '../../../test/servers/mailServer.ts';

const filePassword = 'open-Sesame-1';

let inventory: Inventory;
let post: Awaited<ReturnType<typeof startMailServer>>;
const scene = changeScene();
const { hostWith, planFor, start, stop, takeAll, ended, holding } = scene;
beforeAll(async () => {
  inventory = scene.inventory();
  post = await startMailServer();
  await sendMailBy(post.server, inventory.services);
});
afterAll(() => post.stop());

const member = async (username: string, { hasPassword = true } = {}): Promise<string> => {
  const id = await estateOf(inventory.pool).user(username);
  const sealed = hasPassword ? inventory.services.vault.seal(filePassword) : null;
  await inventory.pool.query('update users_user set file_encryption_password = $2 where id = $1', [
    id,
    sealed,
  ]);
  return id;
};

const opened = async ({ text }: Mail): Promise<string[][]> => {
  const found = /filename="?[^\r\n]+\.zip"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(text);
  const archive = new Uint8Array(Buffer.from(found?.[1] ?? '', 'base64'));
  const [entry] = await new ZipReader(new Uint8ArrayReader(archive), { password: filePassword }).getEntries();
  if (!entry || entry.directory) return expect.fail();
  const sheets = await readXlsx(Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  return (sheets as unknown as { data: string[][] }[])[0]?.data ?? [];
};

/** What each user was told about a run, and by which channels besides the site. */
const toldOf = async (run: string) => {
  const { rows } = await inventory.pool.query(
    `select u.username, m.text ->> 'key' as key, m.text -> 'params' as params,
        array(select l.backend from audits_messagelog l where l."user" = u.id and l.text = m.text and l.backend <> 'site_msg') as by
      from notifications_sitemessage m join users_user u on u.id = m."user" where m.text -> 'params' ->> 'run' = $1
      order by u.username`,
    [run],
  );
  return rows;
};

test('recipients are told how a run ended; those with a password for files get the secrets by mail, encrypted', async () => {
  const [ann, bob, cid] = [
    await member('ann'),
    await member('bob', { hasPassword: false }),
    await member('cid'),
  ];
  const asset = await hostWith(['app', 'web']);
  const plan = await planFor([asset], { recipients: [ann, bob, cid] });
  await inventory.pool.query('delete from rbac_rolebinding where "user" = $1', [cid]);
  const run = await start(plan);
  const targets = await takeAll(2);
  const [made, refused] = targets;
  if (!made || !refused) return expect.fail();
  await holding([made], 'new');
  await holding([refused], 'old');
  await ended(run);
  const about = { plan: plan.name, all: 2, done: 1, failed: 1, unknown: 0 };
  const failed = { key: 'secret_changes_failed', params: expect.objectContaining(about) };
  expect(await toldOf(run)).toEqual([
    { username: 'ann', ...failed, by: [] },
    { username: 'bob', ...failed, by: ['email'] },
  ]);
  await expect.poll(() => post.mails.length).toBe(1);
  const [mail] = post.mails;
  if (!mail) return expect.fail();
  expect(mail.to).toEqual(['ann@example.com']);
  const [titles = [], ...rows] = await opened(mail);
  const [username, before, after, status] = ['Username', 'Secret before', 'Secret after', 'Status'].map(
    (title) => titles.indexOf(title),
  );
  expect(
    Object.fromEntries(
      rows.map((row) => [row[username ?? 0], [before, after, status].map((at) => row[at ?? 0])]),
    ),
  ).toEqual({
    [made.change?.username ?? '']: ['old', made.change?.secret, 'Changed'],
    [refused.change?.username ?? '']: ['old', refused.change?.secret, 'Not changed'],
  });
  const everything = JSON.stringify([
    mail.text,
    (await inventory.pool.query('select * from audits_messagelog')).rows,
    (await inventory.pool.query('select * from ops_celerytaskexecution')).rows,
    (await inventory.pool.query('select * from pgboss.job')).rows,
  ]);
  for (const { change } of targets) expect(everything.includes(change?.secret ?? '')).toBe(false);
});

test('a run that changed everything says so, one that was stopped as well; a retry tells nothing', async () => {
  const dan = await member('dan', { hasPassword: false });
  const asset = await hostWith(['app']);
  const plan = await planFor([asset], { recipients: [dan] });
  const whole = await start(plan);
  await holding(await takeAll(1), 'new');
  await ended(whole);
  expect(await toldOf(whole)).toMatchObject([
    { username: 'dan', key: 'secret_changes_done', params: { plan: plan.name, count: 1 } },
  ]);
  const cut = await start(plan);
  await takeAll(1);
  await stop(cut);
  await expect.poll(() => toldOf(cut)).toMatchObject([{ params: { unknown: 1, cause: /stopped/ } }]);
});

test('a run that is stopped while it waits for its turn ends and tells that, although no server began it', async () => {
  const fay = await member('fay', { hasPassword: false });
  const busy = ['b1', 'b2', 'b3', 'b4'];
  const asset = await hostWith([...busy, 'app']);
  const first: string[] = [];
  for (const name of busy) first.push(await start(await planFor([asset], { accounts: [name] })));
  await expect
    .poll(async () => Promise.all(first.map(async (run) => (await scene.runOf(run))?.state)))
    .toEqual(busy.map(() => 'running'));
  const waiting = await start(await planFor([asset], { accounts: ['app'], recipients: [fay] }));
  await stop(waiting);
  await expect.poll(() => toldOf(waiting)).toMatchObject([{ params: { all: 0, cause: /stopped/ } }]);
  const text = 'select status from accounts_changesecretexecution where id = $1';
  const stored = async () => (await inventory.pool.query(text, [waiting])).rows;
  expect(await stored()).toEqual([{ status: 'stopped' }]);
  await Promise.all(first.map(stop));
  // What was lost some other way is found by the search, but not before a handler had time to end it.
  await inventory.pool.query("update accounts_changesecretexecution set status = 'running' where id = $1", [
    waiting,
  ]);
  await ended(await scene.search());
  expect(await stored()).toEqual([{ status: 'running' }]);
  await inventory.pool.query(
    "update ops_celerytaskexecution set date_finished = now() - interval '1 hour' where id = $1",
    [waiting],
  );
  await ended(await scene.search());
  expect(await stored()).toEqual([{ status: 'stopped' }]);
});

test('recipients and commands of plans are chosen by users who may see secrets', async () => {
  const asset = await hostWith(['app']);
  const eve = await member('eve');
  const rights = ['add', 'change', 'view'].map((verb) => `accounts.${verb}_changesecretautomation`);
  const planner = inventory.as({ permissions: [...rights, 'assets.view_asset', 'users.view_user'] });
  const facts = { accounts: ['app'], assets: [asset], secret_type: 'password', secret_strategy: 'random' };
  expect((await planner.post(plans, { ...facts, name: 'to me', recipients: [eve] })).status).toBe(403);
  const own = await inventory.made(planner.post(plans, { ...facts, name: 'without recipients' }));
  expect((await planner.patch(`${plans}${own.id}/`, { recipients: [eve] })).status).toBe(403);
  const sent = await planFor([asset], { recipients: [eve] });
  expect((await planner.patch(`${plans}${sent.id}/`, { accounts: ['web'] })).status).toBe(403);
  expect((await planner.patch(`${plans}${sent.id}/`, { comment: 'nightly' })).status).toBe(200);
  // Commands could send secrets anywhere as well.
  const params = { change_secret_by_ssh: { commands: ['set {password}'] } };
  expect((await planner.post(plans, { ...facts, name: 'by commands', params })).status).toBe(403);
  expect((await planner.patch(`${plans}${own.id}/`, { params })).status).toBe(403);
  const said = await planFor([asset], { params });
  expect((await planner.patch(`${plans}${said.id}/`, { accounts: ['web'] })).status).toBe(403);
  expect((await planner.patch(`${plans}${said.id}/`, { params: {} })).status).toBe(200);
});
