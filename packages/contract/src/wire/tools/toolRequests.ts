import { z } from 'zod';
import type { ToolName } from './tools.ts';

const targets = z.string().trim().max(1024);
const named = targets.min(1);
const number = (least: number, most: number, initial: number) =>
  z.coerce.number().int().min(least).max(most).default(initial);
const port = z.coerce.number().int().min(1).max(65_535);
/** Ports and ranges of ports, as a list or separated by commas: `22`, `8000-8010`. */
const ports = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))])
  .default([])
  .transform((given) => (Array.isArray(given) ? given.map(String) : given.split(',')))
  .transform((given) => given.map((one) => one.trim()).filter(Boolean))
  .pipe(
    z
      .array(
        z.string().refine((one) => {
          const [first = 0, last = first, ...rest] = one
            .split('-')
            .map((end) => port.safeParse(end).data ?? 0);
          return rest.length === 0 && first > 0 && last >= first;
        }),
      )
      .max(64),
  );
/** Names of network interfaces as Linux allows them, without a leading hyphen. */
const interfaces = z
  .array(z.string().regex(/^[a-zA-Z0-9_.:@][a-zA-Z0-9_.:@-]{0,14}$/))
  .max(16)
  .default([]);

/** What each tool is asked, with its limits. */
export const toolRequests = {
  ping: z.strictObject({
    dest_ips: named,
    timeout: number(1, 10, 3),
    count: number(1, 20, 5),
    psize: number(0, 1472, 64),
  }),
  telnet: z.strictObject({ dest_ips: named, dest_port: port.default(23), timeout: number(1, 30, 10) }),
  nmap: z.strictObject({ dest_ips: named, dest_ports: ports, timeout: number(1, 300, 60) }),
  tcpdump: z.strictObject({
    interfaces,
    src_ips: targets.default(''),
    src_ports: ports,
    dest_ips: targets.default(''),
    dest_ports: ports,
  }),
  traceroute: z.strictObject({ dest_ips: named }),
} as const satisfies Record<ToolName, z.ZodType>;
export type ToolRequest<N extends ToolName> = z.output<(typeof toolRequests)[N]>;
