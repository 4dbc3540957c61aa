import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import type { GlyphName, StatusKind } from '../theme/icon/Glyph.tsx';

/** The part of a command shown beside the recording. */
export type CommandRow = Pick<
  RowOf<typeof command>,
  'id' | 'input' | 'output' | 'risk_level' | 'cmd_filter_acl_name' | 'timestamp' | 'offset_ms'
>;

/** How a risk level is shown. */
export type Risk = { kind: StatusKind; glyph: GlyphName };

/** How a risk level is shown; null for accepted commands. */
export const riskOf = (level: number): Risk | null => {
  if (level === 4) return { kind: 'warn', glyph: 'warn' };
  if (level === 5) return { kind: 'bad', glyph: 'bad' };
  if (level === 6) return { kind: 'bad', glyph: 'wait' };
  if (level === 7) return { kind: 'ok', glyph: 'wait' };
  if (level === 8) return { kind: 'off', glyph: 'wait' };
  return null;
};

/** A command placed on the recording. */
export type PlacedCommand = {
  id: string;
  input: string;
  at: number;
  level: number;
  /** The risk in words, with the rule behind it. */
  riskLabel: string;
};

const secondOf = ({ offset_ms, timestamp }: CommandRow, startedAt: number) =>
  typeof offset_ms === 'number' ? offset_ms / 1000 : timestamp - startedAt;

/**
 * Commands in order, with the second at which they appear in the recording; those outside it are moved to its
 * start or end.
 */
export const placeCommands = (
  rows: readonly CommandRow[],
  startedAt: number,
  duration: number,
): PlacedCommand[] =>
  rows
    .map((row) => ({
      id: row.id,
      input: row.input,
      at: Math.min(Math.max(0, secondOf(row, startedAt)), duration),
      level: row.risk_level.value,
      riskLabel: [row.risk_level.label, row.cmd_filter_acl_name].filter(Boolean).join(' · '),
    }))
    .sort((a, b) => a.at - b.at);

/** Index of the last command that has started at `position`; -1 before the first. */
export const currentCommand = (commands: readonly PlacedCommand[], position: number): number => {
  let low = 0;
  let high = commands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands[middle]!.at > position + 0.001) high = middle;
    else low = middle + 1;
  }
  return low - 1;
};

/** Commands whose text contains every word of `query`. */
export const findCommands = (commands: readonly PlacedCommand[], query: string): PlacedCommand[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => words.every((word) => command.input.toLowerCase().includes(word)));
};
