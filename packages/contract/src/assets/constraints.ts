import { type AutomationKind, automationKinds, isOffered, methodsFor } from './automationMethods.ts';
import { type Category, typesOfCategory } from './categories.ts';
import type { OwnMethod } from './ownMethods.ts';
import { defaultSetting, protocolOf } from './protocols.ts';

/** Ways to switch to another user on a machine. */
export const suMethods = ['sudo', 'su', 'enable', 'super', 'super_level'] as const;
type SuMethod = (typeof suMethods)[number];

/** What platforms of a type may use; `constraintsOf` adds the details of protocols and methods. */
type Rule = {
  charset_enabled: boolean;
  charset?: 'utf-8';
  domain_enabled: boolean;
  su_enabled: boolean;
  su_methods?: readonly SuMethod[];
  protocols: readonly string[];
  ansible_config?: Readonly<Record<string, unknown>>;
  /** Kinds of automation the type can do; none means that automations are off altogether. */
  automations: readonly AutomationKind[];
  /** Kinds that the constraints of the type do not mention, not even as disabled. */
  unmentioned?: readonly AutomationKind[];
};

const host: Rule = {
  charset_enabled: true,
  charset: 'utf-8',
  domain_enabled: true,
  su_enabled: true,
  su_methods: ['sudo', 'su'],
  protocols: ['ssh', 'sftp', 'telnet', 'vnc', 'rdp'],
  ansible_config: { ansible_connection: 'smart' },
  automations: automationKinds,
};

const device: Rule = {
  charset_enabled: false,
  domain_enabled: true,
  su_enabled: true,
  su_methods: ['enable', 'super', 'super_level'],
  protocols: ['ssh', 'telnet', 'sftp'],
  ansible_config: { ansible_connection: 'local', first_conn_delay_time: 0.5 },
  automations: ['ping', 'verify_account', 'change_secret'],
};

const automatedDatabases = ['mysql', 'mariadb', 'postgresql', 'oracle', 'sqlserver', 'mongodb', 'redis'];

const database = (type: string): Rule => ({
  charset_enabled: false,
  domain_enabled: true,
  su_enabled: false,
  protocols: [type],
  ansible_config: { ansible_connection: 'local' },
  automations: automatedDatabases.includes(type)
    ? automationKinds.filter((kind) => kind !== 'gather_facts')
    : [],
});

const bare = (protocols: readonly string[]): Rule => ({
  charset_enabled: false,
  domain_enabled: false,
  su_enabled: false,
  protocols,
  automations: [],
});

const unautomated = { ansible_config: {}, unmentioned: ['ping'] } as const;

const ruleOf = (category: Category, type: string, customProtocols: readonly string[]): Rule => {
  if (category === 'host' && type === 'windows')
    return {
      ...host,
      su_enabled: false,
      protocols: ['rdp', 'ssh', 'sftp', 'vnc', 'winrm'],
      ansible_config: { ansible_shell_type: 'cmd', ansible_connection: 'smart' },
    };
  if (category === 'host') return type === 'other' ? { ...host, su_enabled: false, automations: [] } : host;
  if (category === 'device') return device;
  if (category === 'database') return database(type);
  if (category === 'cloud')
    return type === 'k8s'
      ? { ...bare(['k8s']), ...unautomated, domain_enabled: true }
      : { ...bare(['http']), ...unautomated };
  if (category === 'web') return bare(['http']);
  if (category === 'gpt') return bare(['chatgpt']);
  return { ...bare(customProtocols), ...unautomated };
};

/** A protocol that platforms of a type may offer. */
export type ProtocolConstraint = {
  name: string;
  port: number;
  secret_types: readonly string[];
  setting: Record<string, unknown>;
  required?: true;
  port_from_addr?: true;
  default?: true;
};

/** The constraints of a type, as sent on the wire. */
export type Constraints = {
  charset_enabled: boolean;
  charset?: 'utf-8';
  domain_enabled: boolean;
  su_enabled: boolean;
  su_methods?: readonly SuMethod[];
  protocols: ProtocolConstraint[];
  automation: Record<string, unknown>;
};

const protocolConstraint = (name: string, index: number): ProtocolConstraint => {
  const protocol = protocolOf(name);
  return {
    name,
    port: protocol?.port ?? 0,
    secret_types: protocol?.secret_types ?? ['password'],
    setting: defaultSetting(name),
    ...(protocol?.required && { required: true }),
    ...(protocol?.port_from_addr && { port_from_addr: true }),
    ...(index === 0 && { default: true }),
  };
};

type TypeContext = {
  methodName: (id: string) => string;
  customProtocols: readonly string[];
  /** Methods that administrators have written. */
  own?: readonly Pick<OwnMethod, 'id' | 'name' | 'kind' | 'types'>[];
};

const automationConstraint = (
  rule: Rule,
  type: string,
  { methodName, own = [] }: TypeContext,
): Record<string, unknown> => {
  const result: Record<string, unknown> = { ansible_enabled: rule.automations.length > 0 };
  if (result.ansible_enabled) result.ansible_methods = [];
  if (rule.ansible_config) result.ansible_config = rule.ansible_config;
  if (rule.ansible_config && Object.keys(rule.ansible_config).length > 0) result.ansible_config_methods = [];
  for (const kind of automationKinds) {
    if (rule.unmentioned?.includes(kind)) continue;
    const isEnabled = rule.automations.includes(kind);
    result[`${kind}_enabled`] = isEnabled;
    if (isEnabled)
      result[`${kind}_methods`] = [
        ...methodsFor(kind, type)
          .filter(isOffered)
          .map(({ id }) => ({ id, name: methodName(id) })),
        ...own
          .filter((method) => method.kind === kind && method.types.includes(type))
          .map(({ id, name }) => ({ id, name })),
      ];
  }
  return result;
};

/**
 * Constraints of an asset type; undefined if its category has no such type. `custom` accepts any type; its
 * protocols are those of the custom platforms of that type.
 */
export const constraintsOf = (
  category: Category,
  type: string,
  context: TypeContext,
): Constraints | undefined => {
  const known: readonly string[] = typesOfCategory[category];
  if (category !== 'custom' && !known.includes(type)) return undefined;
  const rule = ruleOf(category, type, context.customProtocols);
  return {
    charset_enabled: rule.charset_enabled,
    ...(rule.charset && { charset: rule.charset }),
    domain_enabled: rule.domain_enabled,
    su_enabled: rule.su_enabled,
    ...(rule.su_methods && { su_methods: rule.su_methods }),
    protocols: rule.protocols.map(protocolConstraint),
    automation: automationConstraint(rule, type, context),
  };
};
