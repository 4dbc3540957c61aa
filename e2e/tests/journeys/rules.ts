import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ApiClient, createClient, eventually } from '../../clients/api.ts';
import { openContext } from '../../fixtures/browser.ts';
import type { Gatehouse } from '../../fixtures/gatehouse.ts';
import { phone } from '../../people/disturbances.ts';
import { operatorAt } from '../../people/operator.ts';
import { made } from './workplace.ts';

/** An installation with a machine, its administrator at a desk, and a user at the web terminal. */
export type RuledPlace = {
  gatehouse: Pick<Gatehouse, 'url' | 'kill'>;
  browser: Browser;
  /** The administrator, who reviews. */
  admin: { page: Page; password: string };
  /** The user whom the rules concern, and the machine this user works on, in this node. */
  ann: { page: Page; username: string; password: string; node: string; asset: string; account: string };
};

const words = {
  en: { approve: 'Approve', passed: 'Let through', waits: 'Waiting for approval' },
  'zh-CN': { approve: '批准', passed: '已放行', waits: '等待审批', asked: '已通知审批人' },
} as const;
type Language = keyof typeof words;

/** Opens the newest ticket and approves it. */
const approve = async (page: Page, language: Language): Promise<void> => {
  await page.goto('/ui/tickets/assigned-tickets');
  await page
    .getByRole('link', { name: /^Ann Lee/ })
    .first()
    .click();
  await page.getByRole('button', { name: words[language].approve, exact: true }).click();
  await page.getByText(words[language].passed, { exact: true }).first().waitFor();
};

const rulesOf = async (admin: ApiClient, user: string) => {
  const { body } = await admin.call<{ id: string }>('GET', '/api/v1/users/profile/');
  const found = await admin.call<{ id: string }[]>('GET', `/api/v1/users/users/?username=${user}`);
  const base = {
    priority: 90,
    action: 'review',
    reviewers: [body.id],
    users: { type: 'ids', ids: [found.body[0]?.id] },
  };
  const conditions = { rules: { ip_group: ['*'], time_period: [] } };
  const everything = { assets: { type: 'all' }, accounts: ['@ALL'] };
  return {
    signIn: () => made(admin, 'acls/login-acls', { ...base, ...conditions, name: 'Sign-ins wait' }),
    connection: () =>
      made(admin, 'acls/login-asset-acls', {
        ...base,
        ...conditions,
        ...everything,
        name: 'Connections wait',
      }),
    command: async (content: string) => {
      const group = await made(admin, 'acls/command-groups', { name: 'careful', content });
      const rule = { ...base, ...everything, command_groups: [group.id], name: 'Commands wait' };
      return made(admin, 'acls/command-filter-acls', rule);
    },
    method: () =>
      made(admin, 'acls/connect-method-acls', {
        ...base,
        action: 'reject',
        reviewers: [],
        connect_methods: ['web_cli'],
        name: 'Not in the browser',
      }),
    drop: (path: string, { id }: { id: string }) => admin.call('DELETE', `/api/v1/${path}/${id}/`),
  };
};

/** Kills the server, and waits until its successor answers. */
const restartServer = async (gatehouse: RuledPlace['gatehouse']): Promise<void> => {
  await gatehouse.kill('server');
  const isBack = () =>
    fetch(`${gatehouse.url}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    );
  // A busy machine starts a server slowly.
  await eventually('the server to be back', isBack, 120);
};

/**
 * Signs in on a phone, in Chinese, and waits until a reviewer has approved it; the server is killed meanwhile. The page
 * goes on by itself, and the sign-in has one outcome.
 */
const signInUnderReview = async (place: RuledPlace, client: ApiClient): Promise<void> => {
  const { gatehouse, browser, admin, ann } = place;
  const context = await openContext(browser, gatehouse.url, 'zh-CN');
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto('/core/auth/login/');
  await page.locator('input[name=username]').fill(ann.username);
  await page.locator('input[name=password]').fill(ann.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { name: words['zh-CN'].waits }).waitFor();
  await page.getByText('Administrator(admin)').waitFor();
  await restartServer(gatehouse);
  await approve(admin.page, 'en');
  await page.waitForURL('**/ui/**');
  await context.close();
  const outcomes = async (path: string) => (await client.call<unknown[]>('GET', path)).body;
  expect(await outcomes('/api/v1/tickets/tickets/?type=login_confirm')).toMatchObject([
    { state: { value: 'approved' } },
  ]);
  expect(await outcomes('/api/v1/audits/login-logs/?rule=Sign-ins%20wait')).toMatchObject([
    { reason: 'review_approved' },
  ]);
};

/** From now on a user's pages are in this language. */
const speak = (page: Page, language: 'en' | 'zh-hans'): Promise<void> =>
  page
    .context()
    .addCookies([
      { name: 'django_language', value: language, domain: new URL(page.url()).hostname, path: '/' },
    ]);

/** A page of the reviewer on a phone, in Chinese. */
const onPhone = async ({ gatehouse: { url }, browser, admin }: RuledPlace): Promise<Page> => {
  const context = await openContext(browser, url, 'zh-CN');
  await context.addCookies([
    ...(await admin.page.context().cookies()).filter(({ name }) => name !== 'django_language'),
    { name: 'django_language', value: 'zh-hans', domain: new URL(url).hostname, path: '/' },
  ]);
  const page = await context.newPage();
  await page.setViewportSize(phone);
  return page;
};

/** Each kind of rule with its approval, as user and reviewer see them. */
export const workUnderRules = async (place: RuledPlace): Promise<void> => {
  const { gatehouse, admin, ann } = place;
  const client = createClient(gatehouse.url);
  await client.signIn('admin', admin.password);
  const rules = await rulesOf(client, ann.username);
  const signIn = await rules.signIn();
  await signInUnderReview(place, client);
  await rules.drop('acls/login-acls', signIn);

  // A connection waits in its dialog, also after a reload in another language, and opens by itself.
  const reviewer = await onPhone(place);
  const connection = await rules.connection();
  await rules.command('echo careful-');
  const at = operatorAt(ann.page);
  const dialog = ann.page.getByRole('dialog', { name: `Connect to ${ann.asset}` });
  const choose = async () => {
    await at.openNode(ann.asset);
    await dialog.getByRole('radio', { name: new RegExp(`^(privileged )?${ann.account}`) }).check();
    await dialog.getByRole('button', { name: 'Connect' }).click();
  };
  await choose();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await dialog.getByText('Administrator(admin)').waitFor();
  await speak(ann.page, 'zh-hans');
  await ann.page.reload();
  const waits = ann.page.getByRole('dialog', { name: `连接到 ${ann.asset}` });
  await waits.getByText(`Administrator(admin) 审批，${words['zh-CN'].asked}`).waitFor();
  await approve(reviewer, 'zh-CN');
  await waits.waitFor({ state: 'hidden' });
  await at.pane().getByText('demo:').first().waitFor();

  // A command waits in the terminal, and runs once it is approved.
  await at.type('echo careful-$((40+3))');
  await at.see(words['zh-CN'].waits);
  await approve(reviewer, 'zh-CN');
  await at.see('careful-43');
  await reviewer.context().close();

  // A way to connect is taken away.
  await rules.drop('acls/login-asset-acls', connection);
  const method = await rules.method();
  await at.type('exit');
  await at.pane().getByRole('alert').waitFor();
  await speak(ann.page, 'en');
  await ann.page.reload();
  await at.openNode(ann.node);
  await at.openNode(ann.asset);
  await dialog.getByText(/a rule does not let you connect this way/).waitFor();
  await rules.drop('acls/connect-method-acls', method);
  await ann.page.keyboard.press('Escape');
};
