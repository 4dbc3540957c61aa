import { expect, test } from 'vitest';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault } from '../../platform/crypto/vault.ts';
import { addressOfVisitor, isVisitor, visitorMark } from './visitor.ts';

const vaultOf = (...secrets: string[]) =>
  createVault({ keys: () => secrets.map(masterKeyOf), reread: () => undefined });

test('while the master key is being changed, servers accept the marks of each other, and later only those of the new key', () => {
  const [before, first, then, after] = [['old'], ['old', 'new'], ['new', 'old'], ['new']].map((keys) =>
    vaultOf(...keys),
  ) as [ReturnType<typeof vaultOf>, ...ReturnType<typeof vaultOf>[]];
  const ann = { user: 'ann', address: '10.0.0.1' };
  for (const [maker, judge] of [
    [before, first],
    [first, then],
    [then, first],
    [before, then],
    [then, after!],
  ])
    expect(addressOfVisitor(visitorMark(ann, maker!), 'ann', judge!)).toBe('10.0.0.1');
  expect(isVisitor(visitorMark(ann, before), 'ann', after!)).toBe(false);
  expect(isVisitor(visitorMark(ann, then!), 'bob', then!)).toBe(false);
  for (const mark of ['', ',', ';', ';;', 'ann', 'ann;10.0.0.1;x'])
    expect(isVisitor(mark, 'ann', then!)).toBe(false);
});

test('an address cannot be put into a mark, taken from another one, or exchanged for another user', () => {
  const vault = vaultOf('key');
  const mark = (user: string, address?: string) => visitorMark({ user, ...(address && { address }) }, vault);
  const [own, place, proof] = mark('ann', '10.0.0.1').split(';') as [string, string, string];
  const [, , elsewhere] = mark('ann', '10.0.0.2').split(';') as [string, string, string];
  const [, , ofBob] = mark('bob', '10.0.0.1').split(';') as [string, string, string];
  const read = (...parts: string[]) => addressOfVisitor(parts.join(';'), 'ann', vault);
  expect(read(own, place, proof)).toBe('10.0.0.1');
  expect(read(mark('ann', '2001:db8::1'))).toBe('2001:db8::1');
  expect(read(mark('ann'))).toBe('');
  for (const forged of [
    [own, '10.0.0.2', proof],
    [own, place, elsewhere],
    [own, place, ofBob],
    [own, place, own],
    [own, place],
    [own, place, ''],
    [own, '', ''],
    [own, place, proof, ''],
    [proof, place, proof],
  ])
    expect(read(...forged), forged.join(';')).toBeUndefined();
});
