import { randomUUID } from 'node:crypto';
import { useTools } from '@gatehouse/contract/calls/sockets.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { toolRequests } from '@gatehouse/contract/wire/tools/toolRequests.ts';
import {
  longestRunSeconds,
  mostRuns,
  type ToolFrame,
  type ToolName,
  toolNames,
} from '@gatehouse/contract/wire/tools/tools.ts';
import { z } from 'zod';
import { displayOf } from '../../engine/context.ts';
import type { Facts, HttpPorts } from '../../engine/http.ts';
import { can } from '../../engine/permission.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import type { Resolve } from '../../platform/outgoing/checkedHost.ts';
import { addOperateLogs } from '../../resources/audits/operatelog/statements.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { type ChosenGateway, chooseGateway, inWords, openGateway } from './gateway.ts';
import { nmap, ping, tcpdump, traceroute } from './programs.ts';
import { remoteOf } from './remote.ts';
import { runProgram } from './runProgram.ts';
import type { ToolRun } from './ToolRun.ts';
import { telnet } from './telnet.ts';

type Deps = {
  limits: RateLimits;
  siteUrl: () => string | undefined;
  run?: typeof runProgram;
  resolve?: Resolve;
};

/** Bytes waiting for a slow page; beyond them the tool waits. */
const mostWaiting = 64 * 1024;
const waitMs = 50;
const longestRequest = 16 * 1024;

/** One run as asked for: a request its schema has accepted, ready to start. */
type Started = { name: ToolName; start: (tool: ToolRun) => Promise<void> };
const tools: { [N in ToolName]: (input: unknown) => Started } = {
  ping: (input) => {
    const request = toolRequests.ping.parse(input);
    return { name: 'ping', start: (tool) => ping(request, tool) };
  },
  telnet: (input) => {
    const request = toolRequests.telnet.parse(input);
    return { name: 'telnet', start: (tool) => telnet(request, tool) };
  },
  nmap: (input) => {
    const request = toolRequests.nmap.parse(input);
    return { name: 'nmap', start: (tool) => nmap(request, tool) };
  },
  tcpdump: (input) => {
    const request = toolRequests.tcpdump.parse(input);
    return { name: 'tcpdump', start: (tool) => tcpdump(request, tool) };
  },
  traceroute: (input) => {
    const request = toolRequests.traceroute.parse(input);
    return { name: 'traceroute', start: (tool) => traceroute(request, tool) };
  },
};

const envelope = z.looseObject({
  tool_type: z.string().toLowerCase().pipe(z.enum(toolNames)).catch('ping'),
  gateway: z.union([z.uuid(), z.literal('')]).optional(),
});

type Asked = Started & { asked: Record<string, unknown>; gateway: string };

const readRequest = (text: string): Asked => {
  const {
    tool_type,
    gateway = '',
    ...asked
  } = envelope.parse(text.length > longestRequest ? null : JSON.parse(text));
  return { ...tools[tool_type](asked), asked, gateway };
};

/** Fields that were refused; none where the request cannot be read at all. */
const refusedFields = (error: unknown): string[] => {
  if (!(error instanceof z.ZodError)) return [];
  const names = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
  );
  return [...new Set(names)];
};

/** Counts the runs of this server. */
const createCount = () => {
  const runs = new Map<string, number>();
  const ofUser = (id: string) => runs.get(id) ?? 0;
  return {
    /** Takes a place for a run; false if there is none. */
    take: (id: string): boolean => {
      const all = [...runs.values()].reduce((sum, count) => sum + count, 0);
      if (ofUser(id) >= mostRuns.ofUser || all >= mostRuns.ofServer) return false;
      runs.set(id, ofUser(id) + 1);
      return true;
    },
    leave: (id: string): void => {
      if (ofUser(id) > 1) runs.set(id, ofUser(id) - 1);
      else runs.delete(id);
    },
  };
};

const note = (
  started: Asked,
  chosen: ChosenGateway | undefined,
  facts: Facts,
  ports: HttpPorts,
): Promise<unknown> =>
  addOperateLogs(
    [
      {
        id: randomUUID(),
        user: displayOf(facts.actor),
        action: 'connect',
        resource_key: 'tools',
        resource: [chosen && `${chosen.name}:`, started.name, started.asked.dest_ips]
          .filter(Boolean)
          .join(' ')
          .slice(0, 128),
        resource_id: chosen?.id ?? '',
        remote_addr: facts.remoteAddr,
        org_id: facts.org.isRoot ? SYSTEM_ORG_ID : facts.org.id,
        diff: {},
      },
    ],
    ports.db,
  );

/** Starts a tool on the server, or on the gateway that the user chose. */
const start = async (started: Asked, tool: ToolRun, facts: Facts, ports: HttpPorts): Promise<void> => {
  const { signal, text, say } = tool;
  const chosen = started.gateway ? await chooseGateway(started.gateway, facts, ports, text) : undefined;
  await note(started, chosen, facts, ports);
  if (!chosen) return started.start(tool);
  const client = await openGateway(chosen, tool, ports);
  try {
    await say(text('through', { gateway: chosen.name }));
    const there = { ...tool, ...remoteOf(client, signal), gateway: chosen.name };
    await inWords(chosen.name, tool, () => started.start(there));
  } finally {
    client.destroy();
  }
};

const serve = (page: PageSocket, ports: HttpPorts, deps: Deps, count: ReturnType<typeof createCount>) => {
  const { socket, facts, isSignedIn, quietly } = page;
  const abort = new AbortController();
  const text = (key: string, params = {}) =>
    ports.engine.lookup(facts.language, `tools.${key}`, params) ?? key;
  const say = async (line: string) => {
    const frame: ToolFrame = { msg: `${line}\r\n` };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    while (socket.bufferedAmount > mostWaiting && !abort.signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    abort.signal.throwIfAborted();
  };
  const carryOut = async (started: Asked) => {
    if (started.name === 'tcpdump' && !can(facts.actor, 'settings.view_setting'))
      throw new Error(text('administratorsOnly'));
    if (!count.take(facts.actor.id)) throw new Error(text('busy', mostRuns));
    const timer = setTimeout(
      () => abort.abort(new Error(text('tooLong', { minutes: longestRunSeconds / 60 }))),
      longestRunSeconds * 1000,
    );
    try {
      const { run = runProgram, resolve } = deps;
      const tool = { signal: abort.signal, say, text, run, ...(resolve && { resolve }) };
      await start(started, tool, facts, ports);
    } finally {
      clearTimeout(timer);
      count.leave(facts.actor.id);
    }
  };
  const answer = async (data: string) => {
    let refusal: string | undefined;
    try {
      if (!(await isSignedIn())) return;
      let started: Asked;
      try {
        started = readRequest(data);
      } catch (error) {
        const fields = refusedFields(error).map((name) => text(`fields.${name}`).replace(/^fields\./, ''));
        throw new Error(
          fields.length > 0 ? text('refused', { fields: fields.join(', ') }) : text('unreadable'),
        );
      }
      await carryOut(started);
      abort.signal.throwIfAborted();
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
    }
    const last: ToolFrame = { msg: refusal === undefined ? '\r\n' : `${refusal}\r\n\r\n` };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(last));
    socket.close();
  };
  socket.once('message', (data) => quietly(answer(String(data))));
  return () => abort.abort(new Error('stopped'));
};

/** Registers the system tools: a connection carries one run, and closing it stops the run. */
export const addTools = (ports: HttpPorts, deps: Deps): void => {
  const count = createCount();
  addPageSocket(ports, { ...deps, call: useTools, serve: (page) => serve(page, ports, deps, count) });
};
