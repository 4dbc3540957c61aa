import { expect } from 'vitest';
import WebSocket from 'ws';
import type { Installation, Program } from '../../servers/installation.ts';

const path = '/api/v1/settings/setting/?category=basic';
/** Within this time a change is in force in whatever runs, in milliseconds: in a second, longer on a busy machine. */
const soonMs = 5_000;
/** Within this time it is in force in what was killed meanwhile, or lost its server, once that is up again. */
const backMs = 25_000;

/** Whether the gateway lets pages of a site open terminals. */
const letsIn = (gateway: Program, site: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/koko/ws/terminal/`, { origin: site });
    socket.on('error', () => resolve(false));
    socket.on('message', (data: Buffer) => {
      resolve((JSON.parse(data.toString()) as { reason?: string }).reason !== 'origin_refused');
      socket.terminate();
    });
    // A page that is let in is asked for its token.
    socket.on('close', () => resolve(false));
    socket.on('open', () => socket.send('{}'));
  });

/** The address of the site: servers show it, and gateways let only its pages open terminals. */
export const createSetting = ({ servers, gateway, call }: Installation) => {
  let current = '';
  const slowest = { server: 0, gateway: 0 };
  const atServer = async (server: Program): Promise<unknown> =>
    ((await call(server, 'GET', path).catch(() => ({ json: {} }))).json as { SITE_URL?: string }).SITE_URL;
  const change = async (server: Program, site: string): Promise<boolean> => {
    const answer = await call(server, 'PATCH', path, { SITE_URL: site }).catch(() => undefined);
    return answer?.status === 200;
  };
  const inForce = async (site: string, within: number) => {
    const since = Date.now();
    const options = { timeout: within, interval: 10 };
    const reach = async (what: 'server' | 'gateway', holds: () => Promise<unknown>, wanted: unknown) => {
      await expect.poll(holds, options).toBe(wanted);
      if (within === soonMs) slowest[what] = Math.max(slowest[what], Date.now() - since);
    };
    await Promise.all([
      ...servers.map((server) => reach('server', () => atServer(server), site)),
      reach('gateway', () => letsIn(gateway, site), true),
    ]);
  };
  return {
    /** A change while everything runs is in force everywhere at once, and what was before is not. */
    changeInPeace: async (site: string) => {
      const before = current;
      expect(await change(servers[0], site)).toBe(true);
      await inForce(site, soonMs);
      if (before) expect(await letsIn(gateway, before)).toBe(false);
      current = site;
    },
    /** Changes it while programs are killed. */
    changeAmidKills: async (server: Program, site: string) => {
      const isConfirmed = await change(server, site);
      return { site, isConfirmed };
    },
    /** What was confirmed is in force everywhere; what was not is so everywhere or nowhere. */
    check: async ({ site, isConfirmed }: { site: string; isConfirmed: boolean }) => {
      const stored = await atServer(servers[0]);
      expect([site, ...(isConfirmed ? [] : [current])]).toContain(stored);
      await inForce(String(stored), backMs);
      current = String(stored);
    },
    told: () =>
      `a changed setting was in force in servers after ${slowest.server} ms, in the gateway after ${slowest.gateway} ms at most`,
  };
};
