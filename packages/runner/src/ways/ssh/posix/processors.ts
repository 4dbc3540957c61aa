import { firstNumber, type Pairs, pairsOf } from './pairs.ts';

/** Sockets, cores of one socket, and threads of all; 0 where it is not known. */
export type Processors = { model: string; sockets: number; cores: number; threads: number };

const isNumber = (text: string | undefined): boolean => /^\d{1,6}$/.test(text ?? '');

const fromCpuinfo = (text: string): Processors => {
  const lines = text.split('\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(name)).map((line) => line.slice(line.indexOf(':') + 1).trim());
  // On s390 and POWER there is no line `model name`.
  const pairs = pairsOf(text, ':');
  const threads = valuesOf('processor').length;
  const sockets = new Set(valuesOf('physical id')).size || (threads > 0 ? 1 : 0);
  return {
    model: pairs.get('model name') ?? pairs.get('cpu') ?? pairs.get('Hardware') ?? pairs.get('Model') ?? '',
    sockets,
    cores: firstNumber(pairs.get('cpu cores')) || (sockets > 0 ? Math.ceil(threads / sockets) : 0),
    threads,
  };
};

const fromLscpu = (lscpu: Pairs): Processors | null => {
  const [sockets, cores, threads] = [
    lscpu.get('Socket(s)'),
    lscpu.get('Core(s) per socket'),
    lscpu.get('CPU(s)'),
  ];
  if (!isNumber(sockets) || !isNumber(cores) || !isNumber(threads)) return null;
  const model = lscpu.get('Model name') ?? '';
  return {
    model: model === '-' ? '' : model,
    ...{ sockets: Number(sockets), cores: Number(cores), threads: Number(threads) },
  };
};

const fromSysctl = (sysctl: Pairs): Processors => {
  const threads = firstNumber(sysctl.get('hw.logicalcpu')) || firstNumber(sysctl.get('hw.ncpu'));
  const sockets = firstNumber(sysctl.get('hw.packages')) || (threads > 0 ? 1 : 0);
  const all =
    firstNumber(sysctl.get('hw.physicalcpu')) || firstNumber(sysctl.get('kern.smp.cores')) || threads;
  return {
    model: sysctl.get('machdep.cpu.brand_string') || sysctl.get('hw.model') || '',
    ...{ sockets, cores: sockets > 0 ? Math.ceil(all / sockets) : 0, threads },
  };
};

const fromAix = (aix: Pairs): Processors => {
  const threads = firstNumber(aix.get('Number Of Processors'));
  return {
    model: aix.get('Processor Type') ?? '',
    ...{ sockets: threads > 0 ? 1 : 0, cores: threads, threads },
  };
};

/** The processors of a machine, from whichever of its sources knows them best. */
export const processorsOf = (told: {
  lscpu: Pairs;
  cpuinfo: string;
  sysctl: Pairs;
  aix: Pairs;
}): Processors => {
  const cpuinfo = fromCpuinfo(told.cpuinfo);
  const linux = fromLscpu(told.lscpu) ?? cpuinfo;
  if (linux.threads > 0) {
    const model = linux.model || told.lscpu.get('Model name')?.replace(/^-$/, '') || cpuinfo.model;
    return { ...linux, model };
  }
  const bsd = fromSysctl(told.sysctl);
  return bsd.threads > 0 ? bsd : fromAix(told.aix);
};
