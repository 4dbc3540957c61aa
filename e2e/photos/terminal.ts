import type { Stage, Subject } from './subject.ts';

const machine = 'this-machine';

const at = (name: string, show: Subject['show']): Subject => ({
  name: `luna/${name}`,
  kind: 'terminal',
  show,
});

const open = async ({ page }: Stage) => {
  await page.goto('/luna/');
  await page.getByRole('tree').or(page.getByRole('button')).first().waitFor();
};

/** Opens the connect dialog of a host, by default of the demo's own. */
const ask = async (stage: Stage, host = machine) => {
  const { page, say, look } = stage;
  await open(stage);
  await stage.rest();
  if (look === '390' && !(await page.getByRole('tree').isVisible()))
    await page
      .getByRole('button', { name: say('Show assets') })
      .first()
      .click();
  await page.getByRole('searchbox', { name: say('Search assets') }).fill(host);
  await page
    .getByRole('button', { name: new RegExp(`^${host}`) })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
};

const connect = async (stage: Stage) => {
  const { page, say } = stage;
  await ask(stage);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Connect') })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('tabpanel').getByRole('textbox').waitFor();
  await page.waitForTimeout(1_500);
  await page.getByRole('tabpanel').getByRole('textbox').focus();
  await page.keyboard.type('ls -la / | head -20; echo 网关已连接\n');
  await page.waitForTimeout(1_000);
};

/** Opens the menu of the first tab; touch screens have none. */
const tabMenu = async (stage: Stage) => {
  await connect(stage);
  if (stage.look !== '390') await stage.page.getByRole('tab').first().click({ button: 'right' });
};

/** Ends the session from inside, which leaves its tab. */
const end = async (stage: Stage) => {
  await connect(stage);
  await stage.page.keyboard.type('exit\n');
  await stage.page
    .getByRole('button', { name: stage.say('Reconnect') })
    .first()
    .waitFor();
};

/** The dialog of an asset that the administrator has no permission on. */
const refused = async ({ page, demo }: Stage) => {
  await page.goto(`/luna/?login_to=${demo.rows.host?.id}&oid=${demo.org}`);
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

/** Creates a host of the administrator to which connections wait for a reviewer; returns its name. */
const reviewedHost = async ({ demo: { admin }, look }: Stage): Promise<string> => {
  const name = `reviewed-${look}`;
  const create = async (path: string, body: object) =>
    (await admin.call<{ id: string }>('POST', `/api/v1/${path}/`, body)).body.id;
  const idOf = async (path: string) =>
    [(await admin.call<{ id: string }[] | { id: string }>('GET', `/api/v1/${path}`)).body].flat()[0]?.id;
  const protocols = [{ name: 'ssh', port: 22 }];
  const asset = await create('assets/hosts', { name, address: '10.9.1.1', platform: 1, protocols });
  await create('accounts/accounts', { name: 'root', username: 'root', asset, secret: 'x' });
  const [user, reviewer] = [await idOf('users/profile/'), await idOf('users/users/?username=m.okafor')];
  await create('perms/asset-permissions', { name, users: [user], assets: [asset], accounts: ['@ALL'] });
  await create('acls/login-asset-acls', {
    name,
    action: 'review',
    reviewers: [reviewer],
    users: { type: 'all' },
    assets: { type: 'ids', ids: [asset] },
    accounts: ['@ALL'],
    rules: { ip_group: ['*'], time_period: [] },
  });
  return name;
};

/** The dialog of a connection that waits for a reviewer. */
const review = async (stage: Stage) => {
  await ask(stage, await reviewedHost(stage));
  const dialog = stage.page.getByRole('dialog');
  await dialog.getByRole('button', { name: stage.say('Connect') }).click();
  await dialog.getByRole('button', { name: stage.say('Ask for approval') }).click();
  await dialog.getByRole('timer').waitFor();
};

const panel = (name: string, english: string) =>
  at(name, async (stage) => {
    await connect(stage);
    const button = stage.page.getByRole('button', { name: stage.say(english) }).first();
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  });

/** The web terminal and the player. */
export const terminal: Subject[] = [
  at('welcome', open),
  at('menu', async (stage) => {
    await open(stage);
    const nav = stage.page.getByRole('navigation', { name: stage.say('Menus') });
    if (stage.look !== '390') await nav.getByRole('button', { name: stage.say('View') }).click();
  }),
  at('account', async (stage) => {
    await open(stage);
    await stage.page.getByRole('button', { name: stage.say('Account of {{name}}') }).click();
  }),
  at('connect', (stage) => ask(stage)),
  at('connect-review', review),
  at('connect-refused', refused),
  at('session', connect),
  at('tab-menu', tabMenu),
  at('ended', end),
  at('narrow', async (stage) => {
    if (stage.look !== '390') await stage.page.setViewportSize({ width: 1000, height: 700 });
    await connect(stage);
  }),
  panel('session-information', 'Session information'),
  panel('settings', 'Terminal settings'),
  at('replay', async ({ page, demo }) => {
    await page.goto(`/luna/replay/${demo.rows.session?.id}`);
    await page.getByRole('slider').first().waitFor();
    await page.waitForTimeout(1_500);
  }),
];
