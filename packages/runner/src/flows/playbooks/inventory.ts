import type { playbookParamsSchema } from '@gatehouse/contract/wire/machineWork.ts';
import type { z } from 'zod';

type Params = z.infer<typeof playbookParamsSchema>;

/** Characters that YAML reads as themselves between double quotes. */
const plain = /^[ !#-[\]-~]$/;

const escaped = (character: string): string => {
  if (plain.test(character)) return character;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
};

/** A text as YAML, whatever is in it. `!unsafe`: Ansible does not evaluate it. */
export const yamlText = (text: string): string =>
  `!unsafe "${[...text.toWellFormed()].map(escaped).join('')}"`;

/** The same for a key, which Ansible does not evaluate. */
const yamlKey = (text: string): string => yamlText(text).slice('!unsafe '.length);

/** Names that mean something to Ansible. */
const reserved = new Set(['all', 'ungrouped', 'localhost', 'implicit']);
const MOST_LABEL = 100;

/** A name by which plays call a machine: letters, digits and a few signs, so that it is no pattern. */
const labelFor = (name: string): string => {
  const label = [...name.normalize('NFC').replace(/[^\p{L}\p{N}._-]/gu, '_')].slice(0, MOST_LABEL).join('');
  const isNamed = /^[\p{L}\p{N}_]/u.test(label) && !reserved.has(label.toLowerCase());
  return isNamed ? label : `machine_${label}`;
};

/** A different name for each machine, in order. */
export const labelsFor = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const label = labelFor(name);
    let free = label;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${label}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
};

/** Variables of one machine: `jms_asset.name` is `name` in `jms_asset`. */
const linesFor = (variables: Params['variables']): string[] => {
  const entries = Object.entries(variables).map(([name, value]): [string, string, string] => {
    const at = name.indexOf('.');
    return at < 0 ? [name, '', value] : [name.slice(0, at), name.slice(at + 1), value];
  });
  return [...Map.groupBy(entries, ([name]) => name)].flatMap(([name, some]) =>
    some.every(([, inner]) => inner === '')
      ? [`      ${yamlKey(name)}: ${yamlText(some.at(-1)?.[2] ?? '')}`]
      : [
          `      ${yamlKey(name)}:`,
          ...some.map(([, inner, value]) => `        ${yamlKey(inner)}: ${yamlText(value)}`),
        ],
  );
};

/** The machines of a run as Ansible reads them, with the values that plays may use. */
export const inventoryOf = (
  machines: readonly { label: string; variables: Params['variables'] }[],
): string => {
  const lines = machines.flatMap(({ label, variables }) => [
    `    ${yamlKey(label)}:`,
    ...linesFor({ gatehouse_machine: label, ...variables }),
  ]);
  return ['all:', '  hosts:', ...lines, ''].join('\n');
};

/** The parameters of a run, which go before all other variables. */
export const parametersFile = (parameters: Params['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${yamlKey(name)}: ${yamlText(value)}\n`)
    .join('') || '{}\n';
