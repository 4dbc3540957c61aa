import type { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import { expect, test } from 'vitest';
import type { Row } from '../../engine/resource.ts';
import { chooseEndpoint, type Rule } from './chooseEndpoint.ts';

type Endpoint = Row<typeof endpoint>;

const made = (id: string, name: string, ports: Partial<Endpoint> = {}): Endpoint => ({
  ...{ id, name, host: `${name}.example`, https_port: '443', http_port: '80', ssh_port: '2222' },
  ...{ rdp_port: '0', mysql_port: '0', mariadb_port: '0', postgresql_port: '0', redis_port: '0' },
  ...{ sqlserver_port: '0', comment: '', created_by: '', date_created: '2031-01-01T00:00:00Z' },
  date_updated: '2031-01-01T00:00:00Z',
  ...ports,
});

const byDefault = made(DEFAULT_ENDPOINT_ID, 'Default', { ssh_port: '0' });
const [north, south, shut] = [
  made('n', 'north', { rdp_port: '3389' }),
  made('s', 'south', { date_updated: '2031-06-01T00:00:00Z' }),
  made('x', 'shut', { ssh_port: '0' }),
];
const endpoints = [byDefault, north, south, shut];
const rule = (to: Endpoint | null, ...ip_group: string[]): Rule => ({ ip_group, endpoint: to?.id ?? null });
const choose = (rules: Rule[], address: string, protocol = 'ssh', wishes: string[] = []) =>
  chooseEndpoint({ endpoints, rules }, { address, wishes }, protocol)?.name;

test('the first rule for the address decides, the default endpoint without one', () => {
  const rules = [rule(north, '10.1.0.0/16'), rule(south, '10.0.0.0/8', '2001:db8::/32')];
  expect(choose(rules, '10.1.2.3')).toBe('north');
  expect(choose(rules, '10.2.2.3')).toBe('south');
  expect(choose(rules, '2001:db8::7')).toBe('south');
  expect(choose(rules, '192.0.2.1')).toBe('Default');
  expect(choose([rule(north, '10.0.0.1-10.0.0.9')], '10.0.0.10')).toBe('Default');
});

test('an address that is a name, or none, meets only rules for every address', () => {
  const rules = [rule(north, '10.0.0.0/8'), rule(south, '*')];
  expect([choose(rules, 'db.example'), choose(rules, '')]).toEqual(['south', 'south']);
});

test('an endpoint that does not serve the protocol, and a rule without endpoint, are passed over', () => {
  const rules = [rule(null, '*'), rule(shut, '*'), rule(north, '*')];
  expect(choose(rules, '10.0.0.1')).toBe('north');
  expect(choose(rules, '10.0.0.1', 'https')).toBe('shut');
  expect(choose(rules, '10.0.0.1', 'vnc')).toBe('Default');
});

test.each(['sftp', 'telnet'])('%s goes by the port of SSH', (protocol) => {
  expect(choose([rule(shut, '*'), rule(south, '*')], '10.0.0.1', protocol)).toBe('south');
});

test('a label of the asset comes before every rule; of several the latest changed endpoint', () => {
  const rules = [rule(shut, '*')];
  expect(choose(rules, '10.0.0.1', 'https', ['north', 'south'])).toBe('south');
  expect(choose(rules, '10.0.0.1', 'rdp', ['north', 'south'])).toBe('north');
  expect(choose(rules, '10.0.0.1', 'https', ['gone'])).toBe('shut');
});
