import { type Protocol, type ProtocolSetting, protocolOf } from '@gatehouse/contract/assets/protocols.ts';
import { type FieldErrors, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import { type Values, valuesIn } from '../../../engine/resource.ts';

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
  input: unknown,
  isLicensed: boolean,
): { value: unknown } | Message => {
  if (input === undefined) return 'default' in setting ? { value: setting.default } : wrong('required');
  if (input === null) return 'default' in setting ? { value: setting.default } : wrong('null');
  if (setting.type === 'bool')
    return typeof input === 'boolean' ? { value: input } : wrong('invalid_boolean');
  if (setting.type === 'text' && typeof input === 'object')
    return Array.isArray(input) ? { value: input } : wrong('not_a_list');
  const text =
    typeof input === 'object' && input !== null && 'value' in input ? (input as Values).value : input;
  if (typeof text !== 'string') return wrong('invalid_string');
  if (text.length > longestSetting && setting.type !== 'text')
    return wrong('max_length', { max: longestSetting });
  if (setting.type !== 'choice') return { value: text };
  const choices = [...(setting.choices ?? []), ...(isLicensed ? (setting.licensed ?? []) : [])];
  return choices.includes(text) ? { value: text } : wrong('invalid_choice', { value: text.slice(0, 64) });
};

const checkSetting = (
  protocol: Protocol | undefined,
  input: Values,
  isLicensed: boolean,
): { setting: Values; errors: FieldErrors } => {
  const setting: Values = {};
  const errors: FieldErrors = {};
  for (const declared of protocol?.setting ?? []) {
    const result = settingValue(declared, input[declared.name], isLicensed);
    if ('key' in result) errors[declared.name] = [result];
    else setting[declared.name] = result.value;
  }
  return { setting, errors };
};

const sftp = protocolOf('sftp');

/**
 * The settings of a protocol as clients read them. Whether files are offered over SSH, and in which folder,
 * is said by the protocol `sftp`; clients also look for it at `ssh`.
 */
export const shownSetting = (
  { name, setting }: { readonly [part: string]: unknown },
  among: readonly { readonly [part: string]: unknown }[],
): Values => {
  if (name !== 'ssh') return valuesIn(setting);
  const files = among.find((protocol) => protocol.name === 'sftp');
  const sftp_home = valuesIn(files?.setting).sftp_home ?? sftp?.setting?.[0]?.default;
  return { ...valuesIn(setting), sftp_enabled: files !== undefined, sftp_home };
};

/** What the normalization needs besides the rows. */
export type ProtocolRules = {
  /** Names offered by the type; undefined when it accepts any. */
  offered: readonly string[] | undefined;
  stored: readonly StoredProtocol[];
  isLicensed: boolean;
};

/**
 * Rows as stored with a platform: names are known and unique, settings are complete, each row has an id, and
 * one of them is primary.
 */
export const normalizeProtocols = (
  rows: readonly Values[],
  input: readonly unknown[],
  rules: ProtocolRules,
): StoredProtocol[] => {
  const errors: FieldErrors[] = rows.map(() => ({}));
  const byId = new Map(rules.stored.map((storedProtocol) => [storedProtocol.id, storedProtocol]));
  let nextId = Math.max(0, ...rules.stored.map((storedProtocol) => storedProtocol.id)) + 1;
  const taken = new Set<number>();
  const made = rows.map((row, index): StoredProtocol => {
    const name = String(row.name);
    const known = protocolOf(name);
    const stored = byId.get(Number(row.id));
    const own = stored && stored.name === name && !taken.has(stored.id) ? stored : undefined;
    if (!known || (rules.offered && !rules.offered.includes(name)))
      errors[index] = { name: [wrong('protocol_not_offered', { name: name.slice(0, 32) })] };
    const raw = input[index] as Values | undefined;
    const settings = (raw?.setting === undefined && own ? own.setting : (row.setting as Values)) ?? {};
    const checked = checkSetting(known, settings, rules.isLicensed);
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
  const unique = [...new Map(made.map((storedProtocol) => [storedProtocol.name, storedProtocol])).values()];
  const primary = Math.max(
    0,
    unique.findIndex((storedProtocol) => storedProtocol.primary),
  );
  return unique.map((storedProtocol, index) => ({ ...storedProtocol, primary: index === primary }));
};
