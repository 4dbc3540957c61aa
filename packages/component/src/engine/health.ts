import { statfs } from 'node:fs/promises';
import { freemem, loadavg, totalmem } from 'node:os';
import type { TerminalStatus } from '@gatehouse/contract/wire/terminal.ts';

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/** What every component sends in a heartbeat: the load of its machine and its running sessions. */
export const measureHealth = async (
  home: string,
  sessions: string[],
): Promise<Omit<TerminalStatus, 'gateway' | 'date_started'>> => {
  const disk = await statfs(home).catch(() => null);
  return {
    sessions,
    cpu_load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    memory_used: percent(totalmem() - freemem(), totalmem()),
    disk_used: disk ? percent(disk.blocks - disk.bavail, disk.blocks) : 0,
    session_online: sessions.length,
  };
};
