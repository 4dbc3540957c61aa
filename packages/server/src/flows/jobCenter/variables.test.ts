import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parametersOf, powershellWith, scriptsOf, withParameters } from './variables.ts';

const run = (command: string, values: Record<string, string>): string => {
  const script = scriptsOf(command)(values);
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
  expect(run('printf "<%s>" {{jms_asset.name}}', values)).toBe(`<${value}>`);
});

/** Names of everything that means something to a shell, the same at each run. */
const oddNames = (count: number): string[] => {
  const quotes = [' ', '  ', "'", '"', '\n', '\t', '\\', '#', '-n', 'é'];
  const parts = [...quotes, '*', '?', '[a-z]', '$x', '$(id)', '`id`', ';', '&', '|', '~', '{a,b}', 'x'];
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const one = () => Array.from({ length: next(7) }, () => parts[next(parts.length)]).join('');
  return ['x --checkpoint-action=exec=reboot', '', '*', ...Array.from({ length: count }, one)];
};

/** Commands with what each prints for a name. */
const places: readonly [command: string, printed: (name: string) => string][] = [
  ['printf "<%s>" {{ n }}', (name) => `<${name}>`],
  ['printf "<%s>" a{{ n }}b {{n}}', (name) => `<a${name}b><${name}>`],
  ['printf "<%s>" "a {{ n }} b"', (name) => `<a ${name} b>`],
  ['printf "<%s>" "it\'s" \\" {{ n }}', (name) => `<it's><"><${name}>`],
  ["# don't\nprintf '<%s>' {{ n }} # \"", (name) => `<${name}>`],
  ['printf "<%s>" "$(printf "%s." {{ n }})"', (name) => `<${name}.>`],
  ['printf "<%s>" "`printf %s. {{ n }}`" {{ n }}', (name) => `<${name}.><${name}>`],
  ['printf "<%s>" $(( (1 + 2) * 3 )) {{ n }}', (name) => `<9><${name}>`],
  ['(printf "<%s>" {{ n }})', (name) => `<${name}>`],
  ["cat <<END\n{{ n }} it's\nEND\nprintf '<%s>' {{ n }}", (name) => `${name} it's\n<${name}>`],
  ["cat <<-END\n\t{{ n }} it's\n\tEND\nprintf '<%s>' {{ n }}", (name) => `${name} it's\n<${name}>`],
  ['case {{ n }} in {{ n }}) printf yes ;; esac', () => 'yes'],
  ['v={{ n }}; printf "<%s>" "$v"', (name) => `<${name}>`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the shell.
  ["printf '<%s>' '{{ n }}'", () => '<${gatehouse_1}>'],
];

test('whatever a name holds, it is one word, in every place of a command', () => {
  const command = places.map(([one]) => one).join("\nprintf '\\036'\n");
  for (const name of oddNames(30))
    expect(run(command, { n: name }).split('\u001E')).toEqual(places.map(([, printed]) => printed(name)));
});

test('a value without its NUL reaches a command: a shell takes none', () => {
  expect(run('printf "<%s>" {{ n }}', { n: 'a\0b' })).toBe('<ab>');
});

test('logs show a command with the values that its parameters had', () => {
  const definition = { use_parameter_define: true, parameters_define: { c: { default: 'id' } } };
  expect(withParameters('eval {{ c }}', definition, { c: 'reboot' })).toBe('eval {{ c }} {"c":"reboot"}');
  expect(withParameters('eval {{ c }}', definition, {})).toBe('eval {{ c }} {"c":"id"}');
  expect(withParameters('id', { ...definition, use_parameter_define: false }, { c: '1' })).toBe('id');
});

test('what is no variable stays as it is', () => {
  expect(scriptsOf('echo {{ unknown }} {{ item.x }} {}')({ known: '1' })).toEqual({
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

test('a text for PowerShell is the same whatever its values are; they are handed over beside it, each once', () => {
  const text = 'Get-Item "C:\\{{ n }}" {{m}} {{ n }} {{ other }} { { n } }';
  for (const n of oddNames(30)) {
    const values = { n, m: `’${n}‛` };
    expect(powershellWith(text, values)).toEqual({
      prelude: '',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: they are variables of PowerShell.
      command: 'Get-Item "C:\\${gatehouse_1}" ${gatehouse_2} ${gatehouse_1} {{ other }} { { n } }',
      values: [n, `’${n}‛`],
    });
  }
});
