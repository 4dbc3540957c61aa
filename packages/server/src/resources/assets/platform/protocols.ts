import { type Protocol, type ProtocolSetting, protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { type FieldErrors, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import type { Values } from '../../../engine/resource.ts';

/** A protocol as stored with a platform. */
export type StoredProtocol = {
  id: number;
  name: string;
  port: number;
  primary: boolean;
  required: boolean;
  default: boolean;
  public: boolean;
  setting: Values;
};

const longestSetting = 4096;

const wrong = (key: string, params?: Message['params']): Message => (params ? { key, params } : { key });

/** Value of one setting, or why it is invalid. */
const settingValue = (
  setting: ProtocolSetting,
  given: unknown,
  isLicensed: boolean,
): { value: unknown } | Message => {
  if (given === undefined) return 'default' in setting ? { value: setting.default } : wrong('required');
  if (given === null) return 'default' in setting ? { value: setting.default } : wrong('null');
  if (setting.type === 'bool')
    return typeof given === 'boolean' ? { value: given } : wrong('invalid_boolean');
  if (setting.type === 'int')
    return Number.isSafeInteger(given) ? { value: given } : wrong('invalid_integer');
  if (setting.type === 'list' || (setting.type === 'text' && typeof given === 'object'))
    return Array.isArray(given) ? { value: given } : wrong('not_a_list');
  const text =
    typeof given === 'object' && given !== null && 'value' in given ? (given as Values).value : given;
  if (typeof text !== 'string') return wrong('invalid_string');
  if (text.length > longestSetting && setting.type !== 'text')
    return wrong('max_length', { max: longestSetting });
  if (setting.type !== 'choice') return { value: text };
  const choices = [...(setting.choices ?? []), ...(isLicensed ? (setting.licensed ?? []) : [])];
  return choices.includes(text) ? { value: text } : wrong('invalid_choice', { value: text.slice(0, 64) });
};

const checkSetting = (
  protocol: Protocol | undefined,
  given: Values,
  isLicensed: boolean,
): { setting: Values; errors: FieldErrors } => {
  const setting: Values = {};
  const errors: FieldErrors = {};
  for (const one of protocol?.setting ?? []) {
    const result = settingValue(one, given[one.name], isLicensed);
    if ('key' in result) errors[one.name] = [result];
    else setting[one.name] = result.value;
  }
  return { setting, errors };
};

/** What the rules need to know besides the rows. */
export type ProtocolRules = {
  /** Names offered by the type; undefined when it accepts any. */
  offered: readonly string[] | undefined;
  stored: readonly StoredProtocol[];
  isLicensed: boolean;
};

/** Rows as stored with a platform: one primary, known names, complete settings, ids kept or new. */
export const normalizeProtocols = (
  rows: readonly Values[],
  input: readonly unknown[],
  rules: ProtocolRules,
): StoredProtocol[] => {
  const errors: FieldErrors[] = rows.map(() => ({}));
  const byId = new Map(rules.stored.map((one) => [one.id, one]));
  let nextId = Math.max(0, ...rules.stored.map((one) => one.id)) + 1;
  const taken = new Set<number>();
  const made = rows.map((row, index): StoredProtocol => {
    const name = String(row.name);
    const known = protocolOf(name);
    const stored = byId.get(Number(row.id));
    const own = stored && stored.name === name && !taken.has(stored.id) ? stored : undefined;
    if (!known || (rules.offered && !rules.offered.includes(name)))
      errors[index] = { name: [wrong('protocol_not_offered', { name: name.slice(0, 32) })] };
    const raw = input[index] as Values | undefined;
    const given = (raw?.setting === undefined && own ? own.setting : (row.setting as Values)) ?? {};
    const checked = checkSetting(known, given, rules.isLicensed);
    if (Object.keys(checked.errors).length) errors[index] = { setting: checked.errors };
    const id = own?.id ?? nextId++;
    taken.add(id);
    return {
      id,
      name,
      port: Number(row.port),
      primary: row.primary === true,
      required: row.required === true,
      default: row.default === true,
      public: row.public !== false && known?.internal !== true,
      setting: checked.setting,
    };
  });
  if (errors.some((entry) => Object.keys(entry).length)) throw new ValidationError({ protocols: errors });
  const unique = [...new Map(made.map((one) => [one.name, one])).values()];
  const primary = Math.max(
    0,
    unique.findIndex((one) => one.primary),
  );
  return unique.map((one, index) => ({ ...one, primary: index === primary }));
};
