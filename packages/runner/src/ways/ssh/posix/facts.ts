import type { Facts } from '../../../engine/way.ts';
import { clipFacts, gigabytes } from '../clipFacts.ts';
import { diskBytes } from './disks.ts';
import { firstNumber, type Pairs, pairsOf } from './pairs.ts';
import { type Processors, processorsOf } from './processors.ts';
import type { Sections } from './script.ts';

const sysctlNames = [
  'hw.model',
  'hw.ncpu',
  'hw.physicalcpu',
  'hw.logicalcpu',
  'hw.packages',
  'hw.memsize',
  'hw.physmem64',
  'hw.physmem',
  'hw.vendor',
  'hw.product',
  'hw.serialno',
  'kern.smp.cores',
  'machdep.cpu.brand_string',
  'machdep.dmi.system-vendor',
  'machdep.dmi.system-product',
  'machdep.dmi.system-serial',
];
const notLinux = '[ "$(uname -s)" = Linux ] ||';

/** What a machine is asked about its hardware and system; what it does not have prints nothing. */
export const factCommands: Readonly<Record<string, string>> = {
  uname: `for o in s m r p; do printf '%s=%s\\n' "$o" "$(uname -$o)"; done`,
  release: 'cat /etc/os-release || cat /usr/lib/os-release',
  redhat: 'cat /etc/redhat-release',
  lscpu: 'lscpu',
  cpuinfo: `grep -E '^(processor|model name|physical id|cpu cores|cpu|Hardware|Model)[[:space:]]*:' /proc/cpuinfo | head -n 20000`,
  memory: `grep '^MemTotal:' /proc/meminfo`,
  dmi: `for f in sys_vendor product_name product_serial; do printf '%s=%s\\n' "$f" "$(cat /sys/class/dmi/id/$f)"; done`,
  // The serial number is for root only.
  dmidecode: `[ -r /sys/class/dmi/id/product_serial ] || { [ -d /sys/class/dmi/id ] && { dmidecode -s system-serial-number || sudo -n dmidecode -s system-serial-number; }; }`,
  tree: `for f in model serial-number; do printf '%s=%s\\n' "$f" "$(tr -d '\\000' </proc/device-tree/$f)"; done`,
  disks: `for d in /sys/block/*; do [ -e "$d/device" ] && printf '%s %s\\n' "\${d##*/}" "$(cat "$d/size")"; done`,
  df: 'df -Pk',
  sysctl: `${notLinux} for k in ${sysctlNames.join(' ')}; do printf '%s=%s\\n' "$k" "$(sysctl -n $k)"; done`,
  kenv: `${notLinux} for k in maker product serial; do printf '%s=%s\\n' "$k" "$(kenv -q smbios.system.$k)"; done`,
  mac: 'sw_vers',
  ioreg: 'ioreg -rd1 -c IOPlatformExpertDevice | head -n 100',
  aix: '[ "$(uname -s)" = AIX ] && prtconf | head -n 60',
  oslevel: '[ "$(uname -s)" = AIX ] && oslevel -s',
};

/** Values of firmware whose maker left the field empty. */
const UNFILLED =
  /^(to be filled by o\.?e\.?m\.?|not (specified|available|applicable|present)|none|n\/?a|default string|system (serial number|manufacturer|product name)|0+|x+|unknown)$/i;

const filled = (...candidates: (string | undefined)[]): string =>
  candidates.map((text) => text?.trim() ?? '').find((text) => text !== '' && !UNFILLED.test(text)) ?? '';

type Told = { of: (name: string) => string; pairs: (name: string, separator?: string) => Pairs };

const toldBy = (sections: Sections): Told => {
  const of = (name: string) => sections.get(name) ?? '';
  return { of, pairs: (name, separator = '=') => pairsOf(of(name), separator) };
};

const quoted = (text: string | undefined): string | undefined => text?.replace(/[<>"]/g, '').trim();

const maker = ({ of, pairs }: Told): Facts => {
  const [dmi, tree, kenv, aix, sysctl, ioreg] = [
    pairs('dmi'),
    pairs('tree'),
    pairs('kenv'),
    pairs('aix', ':'),
    pairs('sysctl'),
    pairs('ioreg'),
  ];
  const [aixVendor, aixModel] = (aix.get('System Model') ?? '').split(',');
  const isMac = of('mac') !== '';
  return {
    vendor: filled(
      dmi.get('sys_vendor'),
      kenv.get('maker'),
      sysctl.get('hw.vendor'),
      sysctl.get('machdep.dmi.system-vendor'),
      isMac ? (quoted(ioreg.get('"manufacturer"')) ?? 'Apple') : '',
      aixVendor,
    ),
    model: filled(
      dmi.get('product_name'),
      tree.get('model'),
      kenv.get('product'),
      sysctl.get('hw.product'),
      sysctl.get('machdep.dmi.system-product'),
      isMac ? sysctl.get('hw.model') : '',
      aixModel,
    ),
    sn: filled(
      dmi.get('product_serial'),
      of('dmidecode').split('\n')[0],
      tree.get('serial-number'),
      kenv.get('serial'),
      sysctl.get('hw.serialno'),
      sysctl.get('machdep.dmi.system-serial'),
      quoted(ioreg.get('"IOPlatformSerialNumber"')),
      aix.get('Machine Serial Number'),
    ),
  };
};

const system = ({ of, pairs }: Told): Facts => {
  const [uname, release, mac] = [pairs('uname'), pairs('release'), pairs('mac', ':')];
  const kernel = uname.get('s') ?? '';
  const isAix = kernel === 'AIX';
  const redhat = /^(.{1,100}?)\s+release\s+(\S+)/.exec(of('redhat'));
  const unquoted = (name: string) => release.get(name)?.replace(/^(["'])(.*)\1$/, '$2');
  return {
    distribution: filled(mac.get('ProductName'), unquoted('NAME'), redhat?.[1], kernel),
    distribution_version: filled(
      mac.get('ProductVersion'),
      unquoted('VERSION_ID'),
      redhat?.[2],
      isAix ? of('oslevel') : '',
      uname.get('r'),
    ),
    arch: filled(isAix ? uname.get('p') : uname.get('m')),
  };
};

const memoryBytes = ({ of, pairs }: Told): number => {
  const [sysctl, aix] = [pairs('sysctl'), pairs('aix', ':')];
  return (
    firstNumber(of('memory')) * 1024 ||
    firstNumber(sysctl.get('hw.memsize')) ||
    firstNumber(sysctl.get('hw.physmem64')) ||
    firstNumber(sysctl.get('hw.physmem')) ||
    firstNumber(aix.get('Memory Size')) * 1024 ** 2
  );
};

const counted = ({ model, sockets, cores, threads }: Processors): Facts => ({
  cpu_model: model,
  ...(threads > 0 && { cpu_count: `${sockets}`, cpu_cores: `${cores}`, cpu_vcpus: `${threads}` }),
});

/** Hardware and system in what the commands printed; what cannot be read is left out. */
export const factsIn = (sections: Sections): Facts => {
  const told = toldBy(sections);
  return clipFacts({
    ...maker(told),
    ...counted(
      processorsOf({
        lscpu: told.pairs('lscpu', ':'),
        cpuinfo: told.of('cpuinfo'),
        sysctl: told.pairs('sysctl'),
        aix: told.pairs('aix', ':'),
      }),
    ),
    memory: gigabytes(memoryBytes(told)),
    disk_total: gigabytes(diskBytes(told.of('disks'), told.of('df'), told.of('mac') !== '')),
    ...system(told),
  });
};
