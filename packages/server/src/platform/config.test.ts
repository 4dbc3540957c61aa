import { expect, test } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { blobsPlaceOf, keySourceOf, readConfig, readKeyConfig } from './config.ts';

const withZone = (GATEHOUSE_TIME_ZONE: string) =>
  testConfig('postgresql://localhost/x', { GATEHOUSE_TIME_ZONE });

test('an unknown time zone stops the start and is named', () => {
  expect(withZone('Asia/Tokyo').GATEHOUSE_TIME_ZONE).toBe('Asia/Tokyo');
  expect(withZone('').GATEHOUSE_TIME_ZONE).toBe('UTC');
  expect(() => withZone('Tokyo')).toThrow('GATEHOUSE_TIME_ZONE: must be a time zone such as Asia/Tokyo');
});

const needed = {
  GATEHOUSE_DATABASE_URL: 'postgresql://x',
  GATEHOUSE_SECRET_KEY: 'x'.repeat(32),
  GATEHOUSE_BOOTSTRAP_TOKEN: 'x'.repeat(16),
};

test('the master key comes from a variable or from a file, and from exactly one of them', () => {
  const { GATEHOUSE_SECRET_KEY: secret, ...others } = needed;
  const file = { GATEHOUSE_SECRET_KEY_FILE: '/keys/master.key' };
  expect(keySourceOf(readConfig(needed))).toEqual({ secret, previous: '', file: undefined });
  expect(keySourceOf(readConfig({ ...others, ...file }))).toEqual({
    secret: undefined,
    previous: '',
    file: '/keys/master.key',
  });
  expect(readKeyConfig({ ...file, GATEHOUSE_SECRET_KEY_PREVIOUS: 'old' })).toMatchObject({ previous: 'old' });
  const refusal = /^exactly one of GATEHOUSE_SECRET_KEY and GATEHOUSE_SECRET_KEY_FILE is needed$/;
  for (const given of [others, { ...needed, ...file }]) expect(() => readConfig(given)).toThrow(refusal);
  expect(() => readKeyConfig({})).toThrow(refusal);
  expect(() => readKeyConfig({ GATEHOUSE_SECRET_KEY: 'short' })).toThrow('at least 32 characters');
});

test('files are kept in the data folder, or in the named bucket', () => {
  const placeOf = (more: Record<string, string>) => blobsPlaceOf(readConfig({ ...needed, ...more }));
  expect(placeOf({ GATEHOUSE_HOME: '/data' })).toEqual({ kind: 'local', root: '/data' });
  expect(placeOf({ GATEHOUSE_BLOBS: 's3://files/gatehouse/' })).toEqual({
    kind: 's3',
    bucket: 'files',
    prefix: 'gatehouse/',
    region: 'us-east-1',
  });
  const keys = { GATEHOUSE_S3_ACCESS_KEY: 'id', GATEHOUSE_S3_SECRET_KEY: 'secret' };
  expect(
    placeOf({ GATEHOUSE_BLOBS: 's3://files', GATEHOUSE_S3_ENDPOINT: 'https://store', ...keys }),
  ).toMatchObject({
    prefix: '',
    endpoint: 'https://store',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});

test('an invalid file store is refused without revealing a secret', () => {
  expect(() => readConfig({ ...needed, GATEHOUSE_BLOBS: 'https://files' })).toThrow(
    'GATEHOUSE_BLOBS: must be s3://',
  );
  expect(() => readConfig({ ...needed, GATEHOUSE_S3_SECRET_KEY: 'never-told' })).toThrow(
    /^GATEHOUSE_S3_ACCESS_KEY and GATEHOUSE_S3_SECRET_KEY belong together$/,
  );
});

test('private networks are allowed, refused or listed', () => {
  const allowed = (text: string) =>
    readConfig({ ...needed, GATEHOUSE_OUTGOING_PRIVATE: text }).GATEHOUSE_OUTGOING_PRIVATE;
  expect([allowed(''), allowed('Allow'), allowed('refuse')]).toEqual(['all', 'all', []]);
  expect(allowed('10.8.0.0/16, fd12::/16,192.168.7.9')).toEqual(['10.8.0.0/16', 'fd12::/16', '192.168.7.9']);
  for (const text of ['some', '*', '10.0.0.1-10.0.0.9', '10.0.0.0/40', '10.0.0.1,'])
    expect(() => allowed(text)).toThrow('GATEHOUSE_OUTGOING_PRIVATE: must be allow, refuse');
});
