import { expect, test } from 'vitest';
import { chooseAccount } from './chooseAccount.ts';

const root = { username: 'root', privileged: true };
const deploy = { username: 'Deploy', privileged: false };
const app = { username: 'app', privileged: false };

test.each([
  ['root', 'skip', [root, deploy], root],
  ['deploy', 'skip', [root, deploy], deploy],
  // The order of the names does not matter: the accounts have their own.
  ['app, ROOT', 'skip', [root, app], root],
  ['nobody', 'skip', [root, deploy], undefined],
  ['nobody', 'privileged_first', [root, deploy], root],
  ['nobody', 'privileged_first', [deploy, app], deploy],
  ['nobody', 'privileged_only', [root, deploy], root],
  ['nobody', 'privileged_only', [deploy, app], undefined],
  ['root', 'privileged_only', [], undefined],
] as const)('B-3-020 run as %s, otherwise %s', (runas, runas_policy, candidates, chosen) => {
  expect(chooseAccount(candidates, { runas, runas_policy })).toBe(chosen);
});
