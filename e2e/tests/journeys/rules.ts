import type { Browser, Page } from 'playwright-core';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { openContext } from '../../fixtures/browser.ts';
import { phone } from '../../people/disturbances.ts';
import { operatorAt } from '../../people/operator.ts';
import { made } from './workplace.ts';

/** An installation with a machine, its administrator at a desk, and a user at the web terminal. */
export type RuledPlace = {
  url: string;
  browser: Browser;
  /** The administrator, who reviews. */
  admin: { page: Page; password: string };
  /** The user whom the rules concern, and the machine this user works on. */
  ann: { page: Page; username: string; password: string; asset: string; account: string };
};

const words = {
  en: { approve: 'Approve', passed: 'Let through', waits: 'Waiting for approval' },
  'zh-CN': { approve: '批准', passed: '已放行', waits: '等待审批' },
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

/** Signs in on a phone, in Chinese, and waits until a reviewer has approved it. */
const signInUnderReview = async ({ url, browser, admin, ann }: RuledPlace): Promise<void> => {
  const context = await openContext(browser, url, 'zh-CN');
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto('/core/auth/login/');
  await page.locator('input[name=username]').fill(ann.username);
  await page.locator('input[name=password]').fill(ann.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { name: words['zh-CN'].waits }).waitFor();
  await page.getByText('Administrator(admin)').waitFor();
  await approve(admin.page, 'en');
  await page.waitForURL('**/ui/**');
  await context.close();
};

/** A page of the reviewer on a phone, in Chinese. */
const onPhone = async ({ url, browser, admin }: RuledPlace): Promise<Page> => {
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
  const { url, admin, ann } = place;
  const client = createClient(url);
  await client.signIn('admin', admin.password);
  const rules = await rulesOf(client, ann.username);
  const signIn = await rules.signIn();
  await signInUnderReview(place);
  await rules.drop('acls/login-acls', signIn);

  // A connection waits in its dialog, and opens by itself.
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
  await approve(reviewer, 'zh-CN');
  await dialog.waitFor({ state: 'hidden' });
  await at.pane().getByText('demo:').first().waitFor();

  // A command waits in the terminal, and runs once it is approved.
  await at.type('echo careful-$((40+3))');
  await at.see(words.en.waits);
  await approve(reviewer, 'zh-CN');
  await at.see('careful-43');
  await reviewer.context().close();

  // A way to connect is taken away.
  await rules.drop('acls/login-asset-acls', connection);
  await rules.method();
  await at.type('exit');
  await at.pane().getByRole('alert').waitFor();
  await choose();
  await dialog
    .getByRole('alert')
    .getByText(/takes this way to connect away/)
    .waitFor();
};
