import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factCommands, factsIn } from './facts.ts';

/** The lines of a section, without the indent of this file. */
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
const factsOf = (sections: Record<string, string>) =>
  factsIn(new Map(Object.entries(sections).map(([name, text]) => [name, lines(text)])));

test('Debian on a virtual machine (B-3-003)', () => {
  const facts = factsOf({
    uname: 's=Linux\nm=x86_64\nr=6.1.0-18-amd64\np=unknown',
    release: `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
      NAME="Debian GNU/Linux"
      VERSION_ID="12"
      ID=debian`,
    lscpu: `Architecture:                            x86_64
      CPU(s):                                  2
      On-line CPU(s) list:                     0,1
      Vendor ID:                               AuthenticAMD
      Model name:                              AMD EPYC
      Thread(s) per core:                      1
      Core(s) per socket:                      2
      Socket(s):                               1`,
    cpuinfo: `processor	: 0
      model name	: AMD EPYC
      physical id	: 0
      cpu cores	: 2
      processor	: 1
      model name	: AMD EPYC
      physical id	: 0
      cpu cores	: 2`,
    memory: 'MemTotal:       24684084 kB',
    dmi: 'sys_vendor=QEMU\nproduct_name=Standard PC (Q35 + ICH9, 2009)\nproduct_serial=',
    dmidecode: 'Not Specified',
    disks: 'sr0 2097151\nvda 536870912\nzram0 4194304',
    df: `Filesystem 1024-blocks Used Available Capacity Mounted on
      /dev/vda 264212084 18768120 76733144 20% /`,
  });
  expect(facts).toEqual({
    vendor: 'QEMU',
    model: 'Standard PC (Q35 + ICH9, 2009)',
    cpu_model: 'AMD EPYC',
    cpu_count: '1',
    cpu_cores: '2',
    cpu_vcpus: '2',
    memory: '23.54',
    disk_total: '256',
    distribution: 'Debian GNU/Linux',
    distribution_version: '12',
    arch: 'x86_64',
  });
});

test('Red Hat on a server with two sockets, asked as root', () => {
  const facts = factsOf({
    uname: 's=Linux\nm=x86_64\nr=5.14.0-362.8.1.el9_3.x86_64\np=x86_64',
    release: 'NAME="Red Hat Enterprise Linux"\nVERSION="9.3 (Plow)"\nID="rhel"\nVERSION_ID="9.3"',
    redhat: 'Red Hat Enterprise Linux release 9.3 (Plow)',
    lscpu: `CPU(s):                             64
      Model name:                         Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz
      Thread(s) per core:                 2
      Core(s) per socket:                 16
      Socket(s):                          2`,
    memory: 'MemTotal:       395784792 kB',
    dmi: 'sys_vendor=Dell Inc.\nproduct_name=PowerEdge R740\nproduct_serial=7XYZ123',
    disks: 'nvme0n1 3750748848\nsda 937703088\ndm-0 937703088',
  });
  expect(facts).toMatchObject({
    ...{ vendor: 'Dell Inc.', model: 'PowerEdge R740', sn: '7XYZ123' },
    ...{ cpu_model: 'Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz', cpu_count: '2', cpu_cores: '16' },
    ...{ cpu_vcpus: '64', memory: '377.45', disk_total: '2235.63' },
    ...{ distribution: 'Red Hat Enterprise Linux', distribution_version: '9.3' },
  });
});

test('CentOS 6, which has neither os-release nor a model in lscpu', () => {
  const facts = factsOf({
    uname: 's=Linux\nm=x86_64\nr=2.6.32-754.el6.x86_64\np=x86_64',
    redhat: 'CentOS release 6.10 (Final)',
    lscpu: 'CPU(s):                4\nCore(s) per socket:    2\nSocket(s):             2',
    cpuinfo: 'processor	: 0\nmodel name	: Intel(R) Xeon(R) CPU           E5620  @ 2.40GHz\nprocessor	: 1',
  });
  expect(facts).toEqual({
    ...{ cpu_model: 'Intel(R) Xeon(R) CPU E5620 @ 2.40GHz', cpu_count: '2', cpu_cores: '2', cpu_vcpus: '4' },
    ...{ distribution: 'CentOS', distribution_version: '6.10', arch: 'x86_64' },
  });
});

test('Alpine in a container, which has no lscpu and no disks', () => {
  const facts = factsOf({
    uname: 's=Linux\nm=aarch64\nr=6.6.12\np=unknown',
    release: 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.19.1',
    cpuinfo: 'processor	: 0\nprocessor	: 1\nprocessor	: 2\nprocessor	: 3',
    memory: 'MemTotal:        8148388 kB',
    df: `Filesystem           1024-blocks    Used Available Capacity Mounted on
      overlay               61255492  13434880  44676640  23% /
      tmpfs                    65536         0     65536   0% /dev
      /dev/vda1             61255492  13434880  44676640  23% /etc/hosts
      /dev/vda1             61255492  13434880  44676640  23% /etc/resolv.conf`,
  });
  expect(facts).toEqual({
    ...{ cpu_count: '1', cpu_cores: '4', cpu_vcpus: '4', memory: '7.77', disk_total: '58.42' },
    ...{ distribution: 'Alpine Linux', distribution_version: '3.19.1', arch: 'aarch64' },
  });
});

test('a Raspberry Pi, whose firmware is a device tree', () => {
  const facts = factsOf({
    uname: 's=Linux\nm=aarch64\nr=6.6.20+rpt-rpi-v8\np=unknown',
    lscpu: `CPU(s):                               4
      Model name:                           Cortex-A76
      Core(s) per cluster:                  4
      Socket(s):                            -`,
    cpuinfo: `processor	: 0
      processor	: 1
      processor	: 2
      processor	: 3
      Model		: Raspberry Pi 5 Model B Rev 1.0`,
    tree: 'model=Raspberry Pi 5 Model B Rev 1.0\nserial-number=f0e1d2c3b4a59687',
  });
  expect(facts).toMatchObject({
    ...{ model: 'Raspberry Pi 5 Model B Rev 1.0', sn: 'f0e1d2c3b4a59687' },
    ...{ cpu_model: 'Raspberry Pi 5 Model B Rev 1.0', cpu_count: '1', cpu_cores: '4', cpu_vcpus: '4' },
  });
});

test('macOS, whose volumes share a container', () => {
  const facts = factsOf({
    uname: 's=Darwin\nm=arm64\nr=23.4.0\np=arm',
    mac: 'ProductName:		macOS\nProductVersion:		14.4.1\nBuildVersion:		23E224',
    sysctl: `hw.model=Mac14,2
      hw.ncpu=8
      hw.physicalcpu=8
      hw.logicalcpu=8
      hw.packages=1
      hw.memsize=17179869184
      machdep.cpu.brand_string=Apple M2`,
    ioreg: `+-o J413AP  <class IOPlatformExpertDevice, id 0x100000227>
      {
      "manufacturer" = <"Apple Inc.">
      "IOPlatformSerialNumber" = "C02XG0YAJGH6"
      }`,
    df: `Filesystem     1024-blocks      Used Available Capacity  Mounted on
      /dev/disk3s1s1   482797652  10003524 293415040     4%    /
      /dev/disk3s5     482797652 171541504 293415040    37%    /System/Volumes/Data
      /dev/disk1s2        512000      6144    493584     2%    /System/Volumes/xarts`,
  });
  expect(facts).toEqual({
    ...{ vendor: 'Apple Inc.', model: 'Mac14,2', sn: 'C02XG0YAJGH6', cpu_model: 'Apple M2' },
    ...{ cpu_count: '1', cpu_cores: '8', cpu_vcpus: '8', memory: '16', disk_total: '460.92' },
    ...{ distribution: 'macOS', distribution_version: '14.4.1', arch: 'arm64' },
  });
});

test('FreeBSD and OpenBSD', () => {
  const freebsd = factsOf({
    uname: 's=FreeBSD\nm=amd64\nr=14.0-RELEASE-p5\np=amd64',
    release: 'NAME=FreeBSD\nVERSION="14.0-RELEASE-p5"\nVERSION_ID="14.0"\nID=freebsd',
    sysctl: `hw.model=AMD EPYC 7543 32-Core Processor
      hw.ncpu=4
      hw.physmem=8548659200
      kern.smp.cores=2`,
    kenv: 'maker=Supermicro\nproduct=Super Server\nserial=0123456789',
    df: `Filesystem         1024-blocks    Used    Avail Capacity  Mounted on
      zroot/ROOT/default    97523456 2523456 95000000     3%    /
      /dev/vtbd0p1             32764     650    32114     2%    /boot/efi`,
  });
  expect(freebsd).toMatchObject({
    ...{ vendor: 'Supermicro', model: 'Super Server', sn: '0123456789', memory: '7.96' },
    ...{ cpu_model: 'AMD EPYC 7543 32-Core Processor', cpu_count: '1', cpu_cores: '2', cpu_vcpus: '4' },
    ...{ distribution: 'FreeBSD', distribution_version: '14.0', arch: 'amd64' },
  });
  const openbsd = factsOf({
    uname: 's=OpenBSD\nm=amd64\nr=7.4\np=amd64',
    sysctl: `hw.model=Intel(R) Xeon(R) CPU E3-1220 v5 @ 3.00GHz
      hw.ncpu=4
      hw.physmem=17059287040
      hw.vendor=HP
      hw.product=ProLiant ML10 Gen9
      hw.serialno=CZJ6120ABC`,
  });
  expect(openbsd).toMatchObject({
    ...{ vendor: 'HP', model: 'ProLiant ML10 Gen9', sn: 'CZJ6120ABC', cpu_vcpus: '4', memory: '15.89' },
    ...{ distribution: 'OpenBSD', distribution_version: '7.4' },
  });
});

test('AIX', () => {
  const facts = factsOf({
    uname: 's=AIX\nm=00F9C2D34C00\nr=2\np=powerpc',
    aix: `System Model: IBM,9009-42A
      Machine Serial Number: 78A1B20
      Processor Type: PowerPC_POWER9
      Processor Implementation Mode: POWER 9
      Number Of Processors: 8
      Memory Size: 65536 MB
      Good Memory Size: 65536 MB`,
    oslevel: '7200-05-07-2346',
    df: `Filesystem    1024-blocks      Used Available Capacity Mounted on
      /dev/hd4           2097152    512000   1585152      25% /
      /dev/hd2          10485760   4194304   6291456      40% /usr
      /proc                    -         -         -       - /proc`,
  });
  expect(facts).toEqual({
    ...{ vendor: 'IBM', model: '9009-42A', sn: '78A1B20', cpu_model: 'PowerPC_POWER9' },
    ...{ cpu_count: '1', cpu_cores: '8', cpu_vcpus: '8', memory: '64', disk_total: '12' },
    ...{ distribution: 'AIX', distribution_version: '7200-05-07-2346', arch: 'powerpc' },
  });
});

test('facts are as short as they are stored, in one line and without control characters', () => {
  const long = 'long'.repeat(5_000);
  const facts = factsOf({
    uname: `s=Linux\nm=${long}`,
    dmi: `sys_vendor=${long}\nproduct_name=a\u001b[31mred\u0007\tb\nproduct_serial=${long}`,
    cpuinfo: `processor : 0\nmodel name : ${long}`,
    release: `NAME=${long}\nVERSION_ID=${long}`,
  });
  expect(Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, text.length]))).toEqual({
    ...{ vendor: 64, model: 6, sn: 128, cpu_model: 48, cpu_count: 1, cpu_cores: 1, cpu_vcpus: 1 },
    ...{ distribution: 128, distribution_version: 16, arch: 16 },
  });
  expect(facts.model).toBe('ared b');
});

const names = Object.keys(factCommands);
const garbage = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc
      .array(
        fc.constantFrom(
          'processor : 9',
          'MemTotal: 99999999999999999999 kB',
          'vda -1',
          '=',
          ':',
          '/dev/a 1e9 ',
        ),
      )
      .map((all) => all.join('\n')),
  ),
);

test('whatever a machine prints, its facts are short texts', () => {
  fc.assert(
    fc.property(garbage, (sections) => {
      for (const text of Object.values(factsIn(new Map(Object.entries(sections))))) {
        expect(text.length).toBeLessThanOrEqual(1024);
        expect(text).toMatch(/^\P{Cc}+$/u);
      }
    }),
    { numRuns: 300 },
  );
});
