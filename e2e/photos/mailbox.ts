import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer, wholeHtmlOf } from '../../packages/server/test/servers/mailServer.ts';
import type { Demo } from '../tests/pages/demo.ts';

let mailbox: ReturnType<typeof startMailServer> | undefined;

const setUp = async ({ admin, gatehouse }: Demo) => {
  const post = await startMailServer();
  post.server.unref();
  const change = async (category: string, values: object) => {
    const { status, text } = await admin.call(
      'PATCH',
      `/api/v1/settings/setting/?category=${category}`,
      values,
    );
    if (status !== 200) throw new Error(text);
  };
  await change('email', {
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String((post.server.address() as AddressInfo).port),
    EMAIL_HOST_USER: 'gate@example.com',
    EMAIL_HOST_PASSWORD: 'mail-secret',
  });
  await change('basic', { SITE_URL: gatehouse.url });
  await change('ticket', { TICKETS_DIRECT_APPROVE: true });
  return post;
};

/** Has a demo send its mail here, with links by which reviewers decide. */
export const receiveLinks = async (demo: Demo): Promise<void> => {
  mailbox ??= setUp(demo);
  await mailbox;
};

/** The link in a mail about a user. */
export const linkTo = async (username: string): Promise<string> => {
  const post = await mailbox;
  for (let tries = 0; tries < 60; tries += 1) {
    const letters = (post?.mails ?? []).map(wholeHtmlOf).filter((html) => html.includes(username));
    const [link] = letters.flatMap((html) => /\/core\/tickets\/[^"]*/.exec(html) ?? []);
    if (link) return link;
    await sleep(500);
  }
  throw new Error(`no mail with a link about ${username}`);
};
