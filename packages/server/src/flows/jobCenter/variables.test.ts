import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parametersOf, scriptOf } from './variables.ts';

const run = (command: string, values: Record<string, string>): string => {
  const script = scriptOf(command, values);
  return execFileSync('/bin/sh', ['-c', `${script.prelude}${script.command}`], { encoding: 'utf8' });
};

test.each([
  '; echo owned',
  '$(echo owned)',
  '`echo owned`',
  "'; echo owned; '",
  '" ; echo owned ; "',
  '\n echo owned\n',
  '$IFS$(id)',
  '{{ jms_asset.name }}',
])('the value %j is a value wherever it stands, never a part of the command', (value) => {
  const values = { 'jms_asset.name': value };
  expect(run('printf "%s" "{{ jms_asset.name }}"', values)).toBe(value);
  expect(run('set -f; IFS=; printf "%s" {{jms_asset.name}}', values)).toBe(value);
});

test('what is no variable stays as it is', () => {
  expect(scriptOf('echo {{ unknown }} {{ item.x }} {}', { known: '1' })).toEqual({
    prelude: '',
    command: 'echo {{ unknown }} {{ item.x }} {}',
  });
});

test('parameters are what the definition names, by their defaults or as given', () => {
  const parameters_define = '{"port": {"default": 22}, "name": {"default": "web"}}';
  expect(parametersOf({ use_parameter_define: true, parameters_define }, '{"port": 80, "other": 1}')).toEqual(
    {
      port: '80',
      name: 'web',
    },
  );
  expect(parametersOf({ use_parameter_define: false, parameters_define }, { port: 80 })).toEqual({});
  expect(parametersOf({ use_parameter_define: true, parameters_define: 'no JSON' }, 'none')).toEqual({});
});
