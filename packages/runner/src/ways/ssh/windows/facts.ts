import { z } from 'zod';
import type { Facts } from '../../../engine/way.ts';
import { clipFacts, gigabytes } from '../clipFacts.ts';

/** What a Windows machine is asked about its hardware and system. */
export const factScript = `$c=Get-CimInstance Win32_ComputerSystem
$o=Get-CimInstance Win32_OperatingSystem
$b=Get-CimInstance Win32_BIOS
$p=@(Get-CimInstance Win32_Processor)
$d=@(Get-CimInstance Win32_DiskDrive|Where-Object {$_.MediaType -notlike 'Removable*'})
$answer=@{vendor=$c.Manufacturer;model=$c.Model;sn=$b.SerialNumber;cpu_model=$p[0].Name;cpu_count=$p.Count
cpu_cores=$p[0].NumberOfCores;cpu_vcpus=$c.NumberOfLogicalProcessors;memory=[string]$c.TotalPhysicalMemory
disk=[string](($d|Measure-Object Size -Sum).Sum);distribution=$o.Caption;distribution_version=$o.Version
arch=$env:PROCESSOR_ARCHITECTURE}`;

const text = z.union([z.string(), z.number().transform(String)]).catch('');

const answerSchema = z.object({
  vendor: text,
  model: text,
  sn: text,
  cpu_model: text,
  cpu_count: text,
  cpu_cores: text,
  cpu_vcpus: text,
  memory: text,
  disk: text,
  distribution: text,
  distribution_version: text,
  arch: text,
});

const bytesIn = (value: string): number => (/^\d{1,16}$/.test(value) ? Number(value) : 0);

/** Hardware and system in the answer; null when it is none. */
export const factsIn = (answer: unknown): Facts | null => {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { memory, disk, ...others } = parsed.data;
  return clipFacts({
    ...others,
    memory: gigabytes(bytesIn(memory)),
    disk_total: gigabytes(bytesIn(disk)),
  });
};
