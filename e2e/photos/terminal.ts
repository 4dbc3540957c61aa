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

/** Opens the connect dialog of the demo's own host. */
const ask = async (stage: Stage) => {
  const { page, say, look } = stage;
  await open(stage);
  await stage.rest();
  if (look === '390' && !(await page.getByRole('tree').isVisible()))
    await page
      .getByRole('button', { name: say('Show assets') })
      .first()
      .click();
  await page.getByRole('searchbox', { name: say('Search assets') }).fill(machine);
  await page
    .getByRole('button', { name: new RegExp(`^${machine}`) })
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
  at('connect', ask),
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
