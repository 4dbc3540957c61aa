import { expect, test } from 'vitest';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault } from '../../platform/crypto/vault.ts';
import { isVisitor, visitorMark } from './visitor.ts';

const vaultOf = (...secrets: string[]) =>
  createVault({ keys: () => secrets.map(masterKeyOf), reread: () => undefined });

test('while the master key is being changed, servers accept the marks of each other, and later only those of the new key', () => {
  const [before, first, then, after] = [['old'], ['old', 'new'], ['new', 'old'], ['new']].map((keys) =>
    vaultOf(...keys),
  ) as [ReturnType<typeof vaultOf>, ...ReturnType<typeof vaultOf>[]];
  for (const [maker, judge] of [
    [before, first],
    [first, then],
    [then, first],
    [before, then],
    [then, after!],
  ])
    expect(isVisitor(visitorMark('ann', maker!), 'ann', judge!)).toBe(true);
  expect(isVisitor(visitorMark('ann', before), 'ann', after!)).toBe(false);
  expect(isVisitor(visitorMark('ann', then!), 'bob', then!)).toBe(false);
  for (const mark of ['', ',', 'ann']) expect(isVisitor(mark, 'ann', then!)).toBe(false);
});
