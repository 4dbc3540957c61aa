import { expect, test } from 'vitest';
import { automationKinds, automationMethods, isOffered } from './automationMethods.ts';
import { categories, typesOfCategory } from './categories.ts';
import { constraintsOf } from './constraints.ts';
import { builtinPlatforms } from './platforms.ts';
import { defaultSetting, protocolOf, protocols } from './protocols.ts';

const context = { methodName: (id: string) => id, customProtocols: ['ssh', 'rdp'] };
const constraints = (category: (typeof categories)[number], type: string) => {
  const found = constraintsOf(category, type, context);
  if (!found) throw new Error(`${category}/${type} has no constraints`);
  return found;
};

test('a Windows host offers RDP first and is pinged over SSH, since runners do not speak RDP', () => {
  const { protocols, automation, su_enabled } = constraints('host', 'windows');
  expect(protocols[0]).toEqual({
    name: 'rdp',
    port: 3389,
    secret_types: ['password'],
    setting: { console: false, security: 'any', ad_domain: '' },
    default: true,
  });
  expect(su_enabled).toBe(false);
  expect(automation.ping_methods).toEqual([
    { id: 'win_ping', name: 'win_ping' },
    { id: 'ping_by_ssh', name: 'ping_by_ssh' },
    { id: 'ping_by_telnet', name: 'ping_by_telnet' },
  ]);
});

test('devices gather no facts, and cloud types do not mention ping', () => {
  expect(constraints('device', 'switch').automation).toMatchObject({
    ping_enabled: true,
    gather_facts_enabled: false,
    gather_accounts_enabled: false,
    push_account_enabled: false,
  });
  expect(constraints('cloud', 'public').automation).not.toHaveProperty('ping_enabled');
});

test('a type of another category has no constraints; a custom type takes the protocols of its platforms', () => {
  expect(constraintsOf('host', 'mysql', context)).toBeUndefined();
  expect(constraints('custom', 'mainframe').protocols.map(({ name }) => name)).toEqual(['ssh', 'rdp']);
});

test('every type has constraints with protocols that exist, each with a method where automation is on', () => {
  for (const category of categories)
    for (const type of typesOfCategory[category]) {
      const { protocols, automation } = constraints(category, type);
      expect(protocols.every(({ name }) => protocolOf(name))).toBe(true);
      for (const kind of automationKinds)
        if (automation[`${kind}_enabled`])
          expect(automation[`${kind}_methods`], `${type} ${kind}`).not.toEqual([]);
    }
});

test('built-in platforms have one primary protocol and settings their protocols know', () => {
  expect(new Set(builtinPlatforms.map(({ name }) => name)).size).toBe(28);
  for (const platform of builtinPlatforms) {
    expect(platform.protocols.filter(({ primary }) => primary)).toHaveLength(1);
    for (const { name, setting } of platform.protocols)
      expect(Object.keys(setting)).toEqual(Object.keys(defaultSetting(name)));
  }
});

test('built-in platforms have only automations switched on that runners carry out and their type can do', () => {
  const ids = new Set(automationMethods.filter(isOffered).map(({ id }) => id));
  for (const { name, category, type, automation } of builtinPlatforms) {
    const allowed = constraints(category, type).automation;
    for (const kind of automationKinds) {
      const method = automation[`${kind}_method`];
      const isOn = automation[`${kind}_enabled`];
      if (isOn) expect(allowed[`${kind}_enabled`], `${name} ${kind}`).toBe(true);
      expect([name, kind, isOn ? ids.has(String(method)) : method]).toEqual([name, kind, isOn ? true : null]);
    }
  }
});

test('Windows is tested and changed over SSH, AIX gets no new secrets, SQL Server lists accounts, and Redis is left alone', () => {
  const automationOf = (name: string) =>
    builtinPlatforms.find((platform) => platform.name === name)?.automation;
  for (const name of ['Windows', 'Windows-TLS'])
    expect(automationOf(name)).toMatchObject({
      ...{ ping_method: 'win_ping', verify_account_method: 'verify_account_windows' },
      ...{
        change_secret_method: 'change_secret_local_windows',
        push_account_method: 'push_account_local_windows',
      },
    });
  expect(automationOf('Linux')).toMatchObject({
    ...{ change_secret_method: 'change_secret_posix', push_account_params: { shell: '/bin/bash' } },
  });
  expect(automationOf('AIX')).toMatchObject({
    ...{ ping_enabled: true, change_secret_enabled: false, push_account_enabled: false },
  });
  expect(automationOf('Cisco')).toMatchObject({
    ping_enabled: true,
    change_secret_method: 'change_secret_by_ssh',
  });
  expect(automationOf('SQLServer')).toMatchObject({
    ...{ gather_accounts_method: 'gather_accounts_sqlserver', change_secret_enabled: true },
  });
  expect(automationOf('Redis')).toMatchObject({ ansible_enabled: false, ping_enabled: false });
});

test('winrm is never shown to users who connect', () => {
  const winrm = builtinPlatforms.flatMap((platform) =>
    platform.protocols.filter(({ name }) => name === 'winrm'),
  );
  expect(winrm).toHaveLength(4);
  expect(winrm.every((protocol) => !protocol.public)).toBe(true);
  expect(protocols.filter(({ internal }) => internal).map(({ name }) => name)).toEqual(['winrm']);
});
