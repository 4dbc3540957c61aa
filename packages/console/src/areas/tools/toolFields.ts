import type { ToolName } from '@gatehouse/contract/wire/tools/tools.ts';

/** A field of a tool's form: text, a number within bounds, several short texts, or several ports. */
export type ToolField = { name: string; required?: true; example?: string } & (
  | { as: 'text' | 'tags' | 'ports' }
  | { as: 'number'; least: number; most: number; initial: number; unit?: 'seconds' | 'bytes' }
);

const port = { as: 'number', least: 1, most: 65_535 } as const;
const targets = {
  as: 'text',
  name: 'dest_ips',
  required: true,
  example: '192.168.1.1-20, db.example.com, 10.0.0.0/28',
} as const;
const seconds = (most: number, initial: number) =>
  ({ as: 'number', name: 'timeout', least: 1, most, initial, unit: 'seconds' }) as const;
const ports = (name: string) => ({ as: 'ports', name, example: '22, 8000-8010' }) as const;

/** The forms of the tools; the server checks the same bounds. */
export const toolFields: { readonly [N in ToolName]: readonly ToolField[] } = {
  ping: [
    targets,
    seconds(10, 3),
    { as: 'number', name: 'count', least: 1, most: 20, initial: 5 },
    { as: 'number', name: 'psize', least: 0, most: 1472, initial: 64, unit: 'bytes' },
  ],
  telnet: [targets, { ...port, name: 'dest_port', required: true, initial: 23 }, seconds(30, 10)],
  nmap: [targets, ports('dest_ports'), seconds(300, 60)],
  tcpdump: [
    { as: 'tags', name: 'interfaces', example: 'eth0' },
    { as: 'text', name: 'src_ips', example: '192.168.1.1-20' },
    ports('src_ports'),
    { as: 'text', name: 'dest_ips', example: '10.0.0.5' },
    ports('dest_ports'),
  ],
  traceroute: [targets],
};

/** Initial values of a tool's form. */
export const initialOf = (tool: ToolName): Record<string, unknown> =>
  Object.fromEntries(
    toolFields[tool].map((field) => [field.name, 'initial' in field ? field.initial : undefined]),
  );
