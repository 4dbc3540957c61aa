import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLicence } from '../../../test/licence.ts';
import { createLicence } from './licence.ts';

test('a key file that is unreadable for a moment invalidates no licence; another key does', () => {
  const home = join(tmpdir(), `gatehouse-key-${randomUUID()}`);
  mkdirSync(home);
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, 'public.pem');
  const pair = generateKeyPairSync('ed25519');
  const put = ({ publicKey }: typeof pair) =>
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
  let [text, at] = [makeLicence({}, pair.privateKey), Date.now()];
  const licence = createLicence({
    settings: { get: () => text } as never,
    config: { GATEHOUSE_XPACK: true, GATEHOUSE_LICENCE_KEY: file, GATEHOUSE_HOME: home } as never,
    now: () => at,
  });
  const later = () => {
    at += 11_000;
    return licence.isValid();
  };
  expect(later()).toBe(false);
  put(pair);
  expect(later()).toBe(true);
  rmSync(file);
  expect(later()).toBe(true);
  mkdirSync(file);
  expect(later()).toBe(true);
  rmSync(file, { recursive: true });
  const kept = text;
  text = makeLicence({ serial_no: 'unchecked' }, pair.privateKey);
  expect(later()).toBe(false);
  text = kept;
  put(pair);
  expect(later()).toBe(true);
  put(generateKeyPairSync('ed25519'));
  expect(later()).toBe(false);
  writeFileSync(file, 'no key');
  expect(later()).toBe(false);
});
