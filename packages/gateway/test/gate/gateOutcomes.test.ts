import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../gatewayFixture.ts';
import type { TerminalClient } from '../terminalClient.ts';
import { filterOf, gateShell, shells, typeUntilPrompt } from './gateShell.ts';

const { core, open, during } = gateShell();

const rules = [
  filterOf('accept', 'echo forbidden but fine', { priority: 90 }),
  filterOf('reject', 'forbidden', { priority: 80 }),
  filterOf('review', 'careful', { priority: 70 }),
  filterOf('warning', 'noted', { priority: 60 }),
  filterOf('reject', 'asleep', { is_active: false }),
];
const under = (work: (client: TerminalClient) => Promise<void>) => during(work, shells.bash, rules);
const rowsOf = (rows: { input: string; risk_level: number; output: string }[]) =>
  rows.map(({ input, risk_level, output }) => [input, risk_level, output]);

/** The last that is shown is a prompt. */
const isAtPrompt = (client: TerminalClient): boolean => client.tail(64).endsWith('box$ ');

test('the first rule decides by priority: accepted, rejected, warned, and inactive ones not at all', async () => {
  const { rows, text } = await under(async (client) => {
    await typeUntilPrompt(client, 'echo forbidden but fine\r');
    await client.shows('\rforbidden but fine\r\n');
    await typeUntilPrompt(client, 'echo noted a\r');
    await client.shows('\rnoted a\r\n');
    await typeUntilPrompt(client, 'echo forbidden zz\r');
    await client.shows('Not run: the rule reject forbidden forbids this command.');
    client.type('echo asleep\r');
    await client.shows('\rasleep\r\n');
  });
  expect(rowsOf(rows)).toEqual([
    ['echo forbidden but fine', 0, 'forbidden but fine'],
    ['echo noted a', 4, 'noted a'],
    ['echo forbidden zz', 5, ''],
    ['echo asleep', 0, 'asleep'],
  ]);
  expect(rows.map((row) => row.cmd_filter_acl_name)).toEqual([
    'accept echo forbidden but fine',
    'warning noted',
    'reject forbidden',
    undefined,
  ]);
  expect(text).not.toContain('\rforbidden zz');
});

test('a line under review waits, keys behind it too, and approval runs both in order', async () => {
  const { rows } = await under(async (client) => {
    client.type('echo careful $((40+2))\r');
    await client.shows('Waiting for approval for 0 s. Ctrl-C cancels.');
    client.type('echo behind $((40+3))\r');
    const review = await eventually(() => core().reviews.find((one) => one.run_command.includes('40+2')));
    expect(review).toMatchObject({ cmd_filter_acl_id: rules[2]?.id, run_command: 'echo careful $((40+2))' });
    // A busy machine may skip a second.
    await client.until('a later second', () => /Waiting for approval for [1-9]\d* s\./.test(client.text()));
    expect(client.text()).not.toContain('careful 42');
    Object.assign(review, { state: 'approved', by: 'Rob(rob)' });
    await client.shows('behind 43');
  });
  expect(rowsOf(rows)).toEqual([
    ['echo careful $((40+2))', 7, 'careful 42'],
    ['echo behind $((40+3))', 0, 'behind 43'],
  ]);
});

test('a refused line is taken back, and Ctrl-C cancels a review at the server', async () => {
  const { rows, text } = await under(async (client) => {
    client.type('echo careful $((50+1))\r');
    const refused = await eventually(() => core().reviews.find((one) => one.run_command.includes('50+1')));
    Object.assign(refused, { state: 'rejected', by: 'Rob(rob)' });
    await client.shows('Not run: Rob(rob) refused this command.');
    await client.until('the prompt', () => isAtPrompt(client));
    client.type('echo careful $((50+2))\r');
    const cancelled = await eventually(() => core().reviews.find((one) => one.run_command.includes('50+2')));
    client.type('\x03');
    await client.shows('Not run: you cancelled the approval.');
    await eventually(() => cancelled.state === 'closed');
    await client.until('the prompt', () => isAtPrompt(client));
    client.type('echo after $((50+3))\r');
    await client.shows('after 53');
  });
  expect(rows.map((row) => row.risk_level)).toEqual([6, 8, 0]);
  expect(text).not.toMatch(/careful 5\d/);
});

test('reviewers are asked about all that would run, and never told what the machine does not show', async () => {
  const { text } = await under(async (client) => {
    client.type('echo care\\\r');
    await client.until('the second prompt', () => client.tail(8).endsWith('> '));
    client.type('ful $((50+4))\r');
    const asking = () => core().reviews.find((one) => one.run_command.includes('50+4'));
    const whole = await client.until('the review', asking);
    expect(whole.run_command).toBe('echo care\\\nful $((50+4))');
    Object.assign(whole, { state: 'approved', by: 'Rob(rob)' });
    await client.shows('\rcareful 54\r\n');
    await client.until('the prompt', () => isAtPrompt(client));
    const asked = core().reviews.length;
    client.type('!!\r');
    await client.shows('Not run: the gateway cannot tell what this line would run.');
    expect(core().reviews).toHaveLength(asked);
    await client.until('the prompt', () => isAtPrompt(client));
    client.type('stty -echo; echo reads; cat > /dev/null\r');
    await client.shows('\rreads\r\n');
    client.type('S3cret careful\r');
    const hidden = await client.until('the second review', () => core().reviews.at(asked));
    expect(hidden).toMatchObject({ run_command: '', doubt: 'hidden' });
    Object.assign(hidden, { state: 'rejected', by: 'Rob(rob)' });
    await client.shows('Not run: Rob(rob) refused this command.');
    await typeUntilPrompt(client, '\x03');
    await typeUntilPrompt(client, 'stty echo\r');
  });
  expect(text).not.toContain('S3cret');
  expect(JSON.stringify(core().reviews)).not.toContain('S3cret');
});

test('where no reviewer can be asked, the line is refused with the reason, in the language of the window', async () => {
  const filter = filterOf('review', 'careful');
  core().unaskedFilters.set(filter.id, { ja: 'ライセンスが必要です。' });
  const { client, id } = await open(shells.bash, [filter], undefined, undefined, 'ja');
  client.type('echo careful $((61+1))\r');
  await client.shows('実行されません：ライセンスが必要です。');
  await client.until('the prompt', () => isAtPrompt(client));
  client.type('echo after $((61+2))\r');
  await client.shows('after 63');
  client.send({ type: 'close' });
  await eventually(() => core().sessions.get(id)?.has_replay);
  const rows = core().commandsOf(id);
  expect(rows.map((row) => [row.risk_level, row.cmd_filter_acl])).toEqual([
    [5, filter.id],
    [0, undefined],
  ]);
  expect(client.text()).not.toContain('careful 62');
});

test('when the server cannot be asked, the line is refused and the session goes on', async () => {
  const { text } = await under(async (client) => {
    await core().down();
    await typeUntilPrompt(client, 'echo careful $((60+1))\r');
    await client.shows('Not run: the gateway could not check this line. Type it again.');
    client.type('echo after $((60+2))\r');
    await client.shows('after 62');
    await core().up();
  });
  expect(text).not.toContain('careful 61');
});

test('what is typed without echo is judged, and neither stored nor recorded', async () => {
  const { rows, text } = await under(async (client) => {
    // The program says that it reads: what is typed before is a line of the shell.
    client.type('stty -echo; echo reads; cat > /dev/null\r');
    await client.shows('\rreads\r\n');
    client.type('S3cret forbidden words\r');
    await client.shows('Not run');
    await typeUntilPrompt(client, 'S3cret allowed\x03');
    await typeUntilPrompt(client, 'stty echo\r');
    client.type('echo after $((70+1))\r');
    await client.shows('after 71');
  });
  expect(text).not.toContain('S3cret');
  expect(rowsOf(rows).map(([input, risk]) => [input, risk])).toEqual([
    ['stty -echo; echo reads; cat > /dev/null', 0],
    ['********', 5],
    ['echo after $((70+1))', 0],
  ]);
});

test('where nothing can be said about a line, the setting lets it pass, marked', async () => {
  const { client, id } = await open(shells.bash, rules);
  const before = core().configured();
  core().config.SECURITY_UNKNOWN_COMMAND = 'accept';
  core().task('check_settings', '', '');
  await eventually(() => core().configured() > before);
  // A task that is carried out after the answer was sent is carried out under it.
  const later = core().task('unlock_session', id, 'test');
  await eventually(() => core().finishedTasks.includes(later));
  await typeUntilPrompt(client, 'echo once $((80+1))\r');
  await client.shows('once 81');
  client.type('!echo\r');
  await client.until('again', () => client.text().split('once 81').length > 2);
  client.send({ type: 'close' });
  delete core().config.SECURITY_UNKNOWN_COMMAND;
  core().task('check_settings', '', '');
  await eventually(() => core().sessions.get(id)?.has_replay);
  expect(
    core()
      .commandsOf(id)
      .map((row) => row.risk_level),
  ).toEqual([0, 4]);
});

test.each<[language: string, text: string]>([
  ['zh-hans', '未执行：规则“reject forbidden”禁止此命令。'],
  ['ja', '実行されません：ルール「reject forbidden」がこのコマンドを禁止しています。'],
])('the reason is told in %s', async (language, text) => {
  const { client } = await open(shells.bash, rules, { cols: 120, rows: 24 }, 'utf-8', language);
  client.type('echo forbidden\r');
  await client.shows(text);
  client.send({ type: 'close' });
});

test('a machine with GBK shows wide characters as they are judged', async () => {
  const { client } = await open(
    "PS1='box$ '\nexport LANG=C LC_ALL=C\n",
    [filterOf('reject', '删除')],
    undefined,
    'gbk',
  );
  client.type('echo 删除文件\r');
  await client.shows('Not run');
  client.send({ type: 'close' });
});

test('an editor goes on, and the commands it runs are judged', async () => {
  const { text } = await under(async (client) => {
    client.type('vim -u NONE -N\r');
    await client.shows('\x1b[?1049h');
    client.type('iforbidden text\rmore');
    await client.shows('more');
    client.type('\x1b');
    // A key right behind Escape would be read together with it.
    await sleep(200);
    client.type(':!echo forbidden $((90+1))\r');
    await client.notice('command_refused');
    // What is typed before the prompt is there is not known to be a line of the shell.
    const hasPrompt = () => client.text().split('\x1b[?1049l').at(1)?.includes('$ ');
    // An editor that is interrupted drops the keys it has not read.
    for (let isBack = false; !isBack; ) {
      await sleep(300);
      client.type(':q!\r');
      isBack = await client.until('the prompt', hasPrompt, 10_000).then(Boolean, () => false);
    }
    client.type('echo after $((90+2))\r');
    await client.shows('after 92');
  });
  expect(text).not.toContain('forbidden 91');
});
