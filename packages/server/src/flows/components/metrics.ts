import { createHash, timingSafeEqual } from 'node:crypto';
import { getComponentMetrics, getPrometheusMetrics } from '@gatehouse/contract/calls/terminal.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { can } from '../../engine/permission.ts';
import type { Database } from '../../platform/database.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { type Load, loadOf, type Stat } from '../../resources/terminal/terminal/index.ts';
import { allLoads, allTerminals } from '../../resources/terminal/terminal/relations.ts';

const loads: readonly Load[] = ['normal', 'high', 'critical', 'offline'];
const measures = ['cpu_load', 'memory_used', 'disk_used', 'session_online'] as const;

type Component = { name: string; type: string; active: number; load: Load; stat: Stat | undefined };
type Kind = { type: string; total: number; session_active: number } & Record<Load, string[]>;

const componentsOf = async (db: Database): Promise<Component[]> => {
  const rows = await db.rows<{ name: string; type: string; active: number; stat: Stat | null }>(sql`
    select t.name, t.type, to_jsonb(s) as stat,
      (select count(*)::int from ${allSessions} x where x.terminal = t.id and not x.is_finished) as active
    from ${allTerminals} t left join lateral (
      select cpu_load, memory_used, disk_used, session_online::int as session_online from ${allLoads} l
      where terminal = t.id and date_created > now() - interval '180 seconds' order by date_created desc limit 1) s on true
    where not t.is_deleted order by t.type, t.name`);
  return rows.map(({ stat, ...row }) => ({
    ...row,
    stat: stat ?? undefined,
    load: loadOf(row.type, stat ?? undefined),
  }));
};

const kindsOf = (components: Component[]): Kind[] =>
  [...Map.groupBy(components, ({ type }) => type)].map(([type, all]) => {
    const named = (load: Load) => all.filter((component) => component.load === load).map(({ name }) => name);
    const session_active = all.reduce((sum, { active }) => sum + active, 0);
    const counts = { type, total: all.length, session_active };
    return {
      ...counts,
      ...(Object.fromEntries(loads.map((load) => [load, named(load)])) as Record<Load, string[]>),
    };
  });

type Sample = { name: string; labels: Record<string, string>; value: number };

/** Gauges by type of component; those of single components, which are named after machines, only where allowed. */
const samplesOf = (components: Component[], isNamed: boolean): Sample[] => {
  const kinds = kindsOf(components);
  const states = kinds.flatMap((kind) =>
    [['any', kind.total] as const, ...loads.map((load) => [load, kind[load].length] as const)].map(
      ([status, value]) => ({ name: 'status_total', labels: { component_type: kind.type, status }, value }),
    ),
  );
  const sessions = kinds.map(({ type, session_active }) => ({
    ...{ name: 'session_active_total', labels: { component_type: type }, value: session_active },
  }));
  const measured = measures.flatMap((name) =>
    (isNamed ? components : []).flatMap(({ type, name: component, stat }) =>
      stat ? [{ name, labels: { component_type: type, component }, value: stat[name] }] : [],
    ),
  );
  return [...states, ...sessions, ...measured];
};

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** Prometheus text format 0.0.4, with each gauge declared before its first value. */
const exposition = (samples: Sample[]): string => {
  const declared = new Set<string>();
  return samples
    .map(({ name, labels, value }) => {
      const full = `gatehouse_components_${name}`;
      const head = declared.has(full) ? '' : `# TYPE ${full} gauge\n`;
      declared.add(full);
      const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`);
      return `${head}${full}{${pairs.join(',')}} ${value}\n`;
    })
    .join('');
};

/** Whether a request proves that it comes from the monitoring system; throws 401 for a wrong password. */
const isMonitoring = ({ headers }: FastifyRequest, token: string | undefined): boolean => {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return false;
  const sent = Buffer.from(encoded, 'base64').toString('utf8');
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  const given = digestOf(sent.slice(sent.indexOf(':') + 1));
  if (token && timingSafeEqual(given, digestOf(token))) return true;
  throw new AppError('authentication_failed');
};

/**
 * Registers component metrics: by component type for the dashboard, as gauges for Prometheus (protocol
 * reference §18). Names of components need the permission, or the token as password of basic authentication.
 */
export const addComponentMetrics = (ports: HttpPorts, token: string | undefined): void => {
  bind(ports, getComponentMetrics, async ({ ctx }) => kindsOf(await componentsOf(ctx.db)));
  bind(ports, getPrometheusMetrics, async ({ ctx, request }) => {
    const isNamed = isMonitoring(request, token) || can(ctx.actor, 'terminal.view_terminal');
    return whole({
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      body: exposition(samplesOf(await componentsOf(ctx.db), isNamed)),
    });
  });
};
