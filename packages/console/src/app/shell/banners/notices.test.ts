import { expect, test } from 'vitest';
import { webTerminalUrl } from '../../../platform/route/webTerminal.ts';
import { licenceNotices, passwordNotice } from './notices.ts';

const now = Date.parse('2031-01-31T00:00:00Z');
const local = (changed: string) => ({
  source: { value: 'local', label: 'Local' },
  date_password_last_updated: changed,
});

test('A-2.9-051 A-2.9-052 a local password gives a warning from five days before it expires, and expires at the end of its lifetime', () => {
  expect(passwordNotice(local('2031/01/01 00:00:00 +0000'), 36, now)).toBeUndefined();
  expect(passwordNotice(local('2031/01/01 00:00:00 +0000'), 35, now)).toEqual({
    isExpired: false,
    daysLeft: 5,
  });
  expect(passwordNotice(local('2031/01/01 00:00:00 +0000'), 30, now)).toMatchObject({ isExpired: true });
  const foreign = { ...local('2031/01/01 00:00:00 +0000'), source: { value: 'ldap', label: 'LDAP' } };
  expect(passwordNotice(foreign, 30, now)).toBeUndefined();
});

test('A-2.9-048 A-2.9-049 a licence gives a warning when fewer than seven days are left, after its expiry and above its number of assets', () => {
  expect(licenceNotices({ date_expired: '2031-02-07T00:00:00Z' }, now)).toEqual([]);
  expect(licenceNotices({ date_expired: '2031-02-06T00:00:00Z' }, now)).toEqual([
    { kind: 'expires', daysLeft: 6 },
  ]);
  expect(licenceNotices({ date_expired: '2031-01-31T00:00:00Z' }, now)).toEqual([
    { kind: 'expires', daysLeft: 0 },
  ]);
  expect(licenceNotices({ date_expired: '2031-01-30T23:59:59Z' }, now)).toMatchObject([{ kind: 'expired' }]);
  expect(licenceNotices({ asset_count: 10, current_asset_count: 11 }, now)).toMatchObject([
    { kind: 'overLimit' },
  ]);
  expect(licenceNotices({ asset_count: 10, current_asset_count: 10 }, now)).toEqual([]);
});

test('a licence that has expired and is exceeded gives both warnings', () => {
  const both = { date_expired: '2031-01-29T00:00:00Z', asset_count: 10, current_asset_count: 11 };
  expect(licenceNotices(both, now).map(({ kind }) => kind)).toEqual(['expired', 'overLimit']);
});

test('A-2.4-003 the web terminal opens with a timestamp and the organization', () => {
  expect(webTerminalUrl('org-1', 17)).toBe('/luna/?_=17&oid=org-1');
});
