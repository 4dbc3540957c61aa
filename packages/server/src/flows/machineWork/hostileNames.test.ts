import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { machineScene, root } from '../../../test/machines/machineScene.ts';

const scene = machineScene();
const hosts = '/api/v1/assets/hosts/';

/** What SQL, JSON, a log or a message could take for more than a value. */
const attacks = [
  ...[
    "'",
    '"',
    '\\',
    "'; drop table assets_asset; --",
    "' or '1'='1",
    '%',
    '_',
    '$1',
    '$$',
    '::uuid',
    '\\u0000',
  ],
  ...[
    '{{ 7 * 7 }}',
    '<b>',
    '</script>',
    '{',
    '}',
    '","state":"ok',
    '=1+1',
    '@',
    ';',
    '网',
    'é',
    'a',
    ' ',
    '0',
  ],
  ...[
    '\n2026-01-01T00:00:00.000Z web-1(10.0.0.1): succeeded\n',
    '\r\n',
    '\t',
    '\u202e',
    '\u0007',
    '\u001b[31m',
  ],
];
const text = fc
  .array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('').slice(0, 128));
const samples = fc.sample(
  fc.record({ name: text, username: text, comment: text, address: fc.oneof(fc.constant('10.0.0.1'), text) }),
  { numRuns: 40, seed: 1 },
);

type Host = { id: string; name: string; comment: string };

test('whatever machines, accounts and comments are called, each is worked on, found and told of as itself', async () => {
  const { admin } = scene.inventory();
  const made: (Host & { username: string })[] = [];
  for (const [at, { name, username, comment, address }] of samples.entries()) {
    const account = { ...root, name: `account ${at}`, username };
    const answer = await admin.post(hosts, {
      ...{ name: `${at} ${name}`.slice(0, 128), address, comment, accounts: [account] },
      platform: scene.inventory().platform('Linux'),
    });
    // What cannot be stored as it is, is refused, with the field.
    expect([201, 400], answer.text).toContain(answer.status);
    if (answer.status === 201) made.push({ ...bodyOf<Host>(answer), username: username.trim() });
  }
  expect(made.length).toBeGreaterThan(10);
  const assets = made.map(({ id }) => id);
  const task = await scene.taskOf(admin.post('/api/v1/assets/assets/tasks/', { action: 'test', assets }));
  const targets = await scene.takeAll(made.length);
  const given = new Map(targets.map(({ connection }) => [connection.asset.id, connection]));
  for (const { id, name, username } of made)
    expect(given.get(id)).toMatchObject({ asset: { name }, account: { username } });
  await scene.report(targets);
  const run = await scene.ended(task);
  expect(run).toMatchObject({ state: 'done' });
  // One line for each, and none that a name has forged.
  const lines = run?.log.trimEnd().split('\n') ?? [];
  expect(lines.filter((line) => /succeeded$/.test(line))).toHaveLength(made.length);
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  for (const { id, name } of made) {
    const found = bodyOf<Json[]>(await admin.get(`${hosts}?name=${encodeURIComponent(name)}`));
    expect(found.map((row) => row.id)).toEqual([id]);
    const sought = bodyOf<Json[]>(await admin.get(`${hosts}?search=${encodeURIComponent(name.trim())}`));
    expect(sought.map((row) => row.id)).toContain(id);
  }
});
