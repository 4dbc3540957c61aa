import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { placesFile, storePlaces } from '../../../test/places/placesFile.ts';
import type { Language } from '../i18n.ts';
import { openPlaces } from './placeDatabase.ts';
import { addressWithPlace, placeOf, usePlaces } from './places.ts';

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '127.0.0.1',
  '::1',
  'fd00::7',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is in a local network', (address) => {
  expect(placeOf(address)).toBe('LAN');
  expect(addressWithPlace(address)).toBe(`${address} (LAN)`);
});

test.each(['203.0.113.7', '172.32.0.1', '2001:db8::1', '', 'nowhere'])(
  'of %s no place is known, and none is shown',
  (address) => {
    expect(placeOf(address)).toBe('');
    expect(addressWithPlace(address)).toBe(address);
  },
);

const munich = {
  city: { names: { en: 'Munich', 'zh-CN': '慕尼黑', ja: 'ミュンヘン' } },
  country: { iso_code: 'DE', names: { en: 'Germany' } },
};
const places = {
  '203.0.113.0/24': munich,
  '198.51.100.0/25': { city: 'Singapore', country_code: 'SG' },
  '198.51.100.128/25': { country: { iso_code: 'FR' } },
  '192.0.2.0/24': { city: `A\u0007${'x'.repeat(100)}`, country: 'Nowhere' },
  '192.88.99.0/24': { location: { latitude: 1 } },
  '2001:db8::/32': munich,
};
let stored: Awaited<ReturnType<typeof storePlaces>>;
beforeAll(async () => {
  stored = await storePlaces(places);
});
afterEach(() => usePlaces(undefined));
afterAll(() => stored.remove());

const use = async (language: Language = 'en', now?: () => number) =>
  usePlaces(await openPlaces({ file: stored.file, isNeeded: true, language }, now));

test('a database names city and country in the order and language of the installation', async () => {
  await use();
  expect(placeOf('203.0.113.7')).toBe('Munich, Germany');
  expect(placeOf('::ffff:203.0.113.7')).toBe('Munich, Germany');
  expect(placeOf('2001:db8::1')).toBe('Munich, Germany');
  expect(addressWithPlace('198.51.100.1')).toBe('198.51.100.1 (Singapore)');
  expect(placeOf('198.51.100.200')).toBe('France');
  // Addresses that it does not know, and entries without a usable name.
  expect([placeOf('203.0.114.1'), placeOf('192.88.99.1'), placeOf('nowhere')]).toEqual(['', '', '']);
  expect(placeOf('192.0.2.1')).toMatch(/^A x{62}$/);
  // Local networks are never looked up.
  expect(placeOf('10.0.0.1')).toBe('LAN');
  const named = async (language: Language) => {
    await use(language);
    return placeOf('203.0.113.7');
  };
  expect(await named('zh-hans')).toBe('德国 慕尼黑');
  expect(await named('zh-hant')).toBe('德國 慕尼黑');
  expect(await named('ja')).toBe('ドイツ ミュンヘン');
});

test('a newer file is noticed a minute later; if it is broken, the previous one stays in use', async () => {
  let now = 0;
  await use('en', () => now);
  const after = async (content: Buffer, time: number, expected: string) => {
    await writeFile(stored.file, content);
    await utimes(stored.file, time, time);
    expect(placeOf('203.0.113.7')).not.toBe('');
    now += 61_000;
    await expect.poll(() => placeOf('203.0.113.7')).toBe(expected);
  };
  await after(placesFile({ '203.0.113.0/24': { city: 'Graz', country_code: 'AT' } }), 1_000, 'Graz, Austria');
  await after(Buffer.from('no database'), 2_000, 'Graz, Austria');
  await after(placesFile(places), 3_000, 'Munich, Germany');
});

test('a file that is no database stops the start and is named; without a file, no place is known', async () => {
  const { folder } = stored;
  const broken = join(folder, 'broken.mmdb');
  await writeFile(broken, 'no database');
  const open = (path: string, isNeeded: boolean) => openPlaces({ file: path, isNeeded, language: 'en' });
  await expect(open(broken, true)).rejects.toThrow(`GATEHOUSE_PLACES: ${broken} cannot be read`);
  await expect(open(broken, false)).rejects.toThrow(`${broken} cannot be read as a database of places`);
  await expect(open(join(folder, 'none.mmdb'), true)).rejects.toThrow('GATEHOUSE_PLACES');
  usePlaces(await open(join(folder, 'none.mmdb'), false));
  expect(placeOf('203.0.113.7')).toBe('');
});
