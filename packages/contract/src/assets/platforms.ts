import {
  type AutomationKind,
  automationKinds,
  automationMethods,
  defaultParams,
  isOffered,
  methodsFor,
} from './automationMethods.ts';
import type { Category } from './categories.ts';
import { defaultSetting, protocolOf } from './protocols.ts';

/** A protocol of a platform as it is seeded. */
export type PlatformProtocol = {
  name: string;
  port: number;
  primary: boolean;
  required: boolean;
  default: boolean;
  public: boolean;
  setting: Record<string, unknown>;
};

/** A platform every installation has. */
export type BuiltinPlatform = {
  name: string;
  category: Category;
  type: string;
  domain_enabled: boolean;
  su_enabled: boolean;
  su_method: string | null;
  protocols: readonly PlatformProtocol[];
  automation: Record<string, unknown>;
};

/** Platform of the gateway assets of zones; code recognizes it by this name. */
export const GATEWAY_PLATFORM = 'Gateway';

type ProtocolSeed = { port?: number; setting?: Record<string, unknown>; is?: 'primary' | 'default' };

const protocol = (name: string, seed: ProtocolSeed = {}): PlatformProtocol => {
  const known = protocolOf(name);
  return {
    name,
    port: seed.port ?? known?.port ?? 0,
    primary: seed.is === 'primary',
    required: false,
    default: seed.is === 'default',
    public: !known?.internal,
    setting: { ...defaultSetting(name), ...seed.setting },
  };
};

const onlyProtocol = (name: string, seed: ProtocolSeed = {}) => [protocol(name, { ...seed, is: 'primary' })];

type AutomationSeed = {
  type: string;
  config: Record<string, unknown>;
  /** Methods, by kind, that replace `normalMethod`. */
  methods?: Partial<Record<AutomationKind, string>>;
  kinds: readonly AutomationKind[];
};

const isCarriedOut = (id: string): boolean =>
  automationMethods.some((method) => method.id === id && isOffered(method));

/** What is on: of the kinds, those for which there is a method that runners carry out. */
const automation = ({ type, config, methods, kinds }: AutomationSeed): Record<string, unknown> => {
  const seed: Record<string, unknown> = { ansible_enabled: kinds.length > 0, ansible_config: config };
  for (const kind of automationKinds) {
    const wanted = kinds.includes(kind) ? (methods?.[kind] ?? normalMethod(kind, type)) : null;
    const chosen = wanted !== null && isCarriedOut(wanted) ? wanted : null;
    seed[`${kind}_enabled`] = chosen !== null;
    seed[`${kind}_method`] = chosen;
    seed[`${kind}_params`] = chosen && kind === 'push_account' ? defaultParams(chosen) : {};
  }
  return seed;
};

/**
 * The type's method with the normal priority 10, else its first one; built-in platforms use it unless they
 * name another.
 */
const normalMethod = (kind: AutomationKind, type: string): string | null => {
  const offered = methodsFor(kind, type).filter(isOffered);
  return (offered.find(({ priority }) => priority === 10) ?? offered[0])?.id ?? null;
};

const withoutAutomation = automation({ type: '', config: {}, kinds: [] });

const posixAutomation = (methods: AutomationSeed['methods'] = {}) =>
  automation({
    type: 'linux',
    config: { ansible_connection: 'smart' },
    kinds: automationKinds,
    methods,
  });

const windowsAutomation = automation({
  type: 'windows',
  config: { ansible_shell_type: 'cmd', ansible_connection: 'ssh' },
  kinds: automationKinds,
});

const deviceAutomation = automation({
  type: 'general',
  config: { ansible_connection: 'local', first_connect_delay: 0.5 },
  kinds: ['ping', 'verify_account', 'change_secret'],
});

const posixProtocols = [
  protocol('ssh', { is: 'primary' }),
  protocol('telnet'),
  protocol('vnc'),
  protocol('rdp'),
];

const posixPlatform = (
  name: string,
  type: 'linux' | 'unix',
  methods: AutomationSeed['methods'] = {},
): BuiltinPlatform => ({
  name,
  category: 'host',
  type,
  domain_enabled: true,
  su_enabled: true,
  su_method: null,
  protocols: type === 'linux' ? [...posixProtocols, protocol('sftp', { is: 'default' })] : posixProtocols,
  automation: posixAutomation(methods),
});

const windowsPlatform = (name: string, protocols: readonly PlatformProtocol[]): BuiltinPlatform => ({
  name,
  category: 'host',
  type: 'windows',
  domain_enabled: true,
  su_enabled: false,
  su_method: null,
  protocols,
  automation: windowsAutomation,
});

const windowsProtocols = (security: 'any' | 'tls' | 'rdp') => [
  protocol('rdp', { is: 'primary', setting: { security } }),
  protocol('ssh'),
  protocol('vnc'),
  protocol('winrm'),
];

const devicePlatform = (name: string, suMethod: string | null): BuiltinPlatform => ({
  name,
  category: 'device',
  type: 'general',
  domain_enabled: true,
  su_enabled: suMethod !== null,
  su_method: suMethod,
  protocols: [protocol('ssh', { is: 'primary' }), protocol('telnet')],
  automation: deviceAutomation,
});

const databaseKinds = automationKinds.filter((kind) => kind !== 'gather_facts');

const databasePlatform = (
  name: string,
  type: string,
  seed: ProtocolSeed & { kinds?: readonly AutomationKind[] } = {},
): BuiltinPlatform => ({
  name,
  category: 'database',
  type,
  domain_enabled: true,
  su_enabled: false,
  su_method: null,
  protocols: onlyProtocol(type, seed),
  automation: automation({
    type,
    config: { ansible_connection: 'local' },
    kinds: seed.kinds ?? databaseKinds,
  }),
});

const plainPlatform = (
  name: string,
  category: Category,
  type: string,
  protocols: readonly PlatformProtocol[],
): BuiltinPlatform => ({
  name,
  category,
  type,
  domain_enabled: false,
  su_enabled: false,
  su_method: null,
  protocols,
  automation: withoutAutomation,
});

const loginPage = onlyProtocol('http', { setting: { submit_selector: 'id=login_button' } });

/** The platforms every installation has, in the order they are seeded. */
export const builtinPlatforms: readonly BuiltinPlatform[] = [
  posixPlatform('Linux', 'linux'),
  posixPlatform('Unix', 'unix'),
  posixPlatform('macOS', 'unix'),
  posixPlatform('BSD', 'unix'),
  windowsPlatform('Windows', windowsProtocols('any')),
  windowsPlatform('Windows-TLS', windowsProtocols('tls')),
  windowsPlatform('Windows-RDP', windowsProtocols('rdp')),
  posixPlatform('AIX', 'unix', {
    change_secret: 'change_secret_aix',
    push_account: 'push_account_aix',
  }),
  posixPlatform(GATEWAY_PLATFORM, 'linux'),
  windowsPlatform('RemoteAppHost', [
    protocol('rdp', { is: 'primary' }),
    protocol('ssh', { is: 'default' }),
    protocol('winrm'),
  ]),
  devicePlatform('General', null),
  devicePlatform('Cisco', 'enable'),
  devicePlatform('Huawei', 'super'),
  devicePlatform('H3C', 'super_level'),
  databasePlatform('MySQL', 'mysql'),
  databasePlatform('MariaDB', 'mariadb'),
  databasePlatform('PostgreSQL', 'postgresql'),
  databasePlatform('Oracle', 'oracle'),
  databasePlatform('SQLServer', 'sqlserver'),
  databasePlatform('MongoDB', 'mongodb'),
  databasePlatform('ClickHouse', 'clickhouse', { kinds: [] }),
  databasePlatform('DB2', 'db2', { kinds: [], port: 50000 }),
  databasePlatform('Redis', 'redis', { kinds: [] }),
  databasePlatform('Redis6+', 'redis', { kinds: [], setting: { auth_username: true } }),
  plainPlatform('Vmware-vSphere', 'cloud', 'private', loginPage),
  plainPlatform('Kubernetes', 'cloud', 'k8s', onlyProtocol('k8s')),
  plainPlatform('Website', 'web', 'website', loginPage),
  plainPlatform('ChatGPT', 'gpt', 'chatgpt', onlyProtocol('chatgpt')),
];
