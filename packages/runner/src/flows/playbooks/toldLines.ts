import { z } from 'zod';

/** What Ansible says of a machine; a run can say anything, but only about its own machines. */
const toldSchema = z.object({
  host: z.string(),
  text: z.string(),
  failures: z.number().optional(),
  unreachable: z.number().optional(),
});
export type Told = z.infer<typeof toldSchema>;

/** Most characters of a line; longer ones are no lines of ours. */
const MOST_LINE = 1024 * 1024;

/** Reads lines that arrive in pieces; whatever else a run prints is left out. */
export const createToldLines = (take: (told: Told) => void) => {
  const decoder = new TextDecoder();
  let held = '';
  const read = (line: string) => {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      return;
    }
    const told = toldSchema.safeParse(json);
    if (told.success) take(told.data);
  };
  return (bytes: Buffer): void => {
    held += decoder.decode(bytes, { stream: true });
    const lines = held.split('\n');
    held = (lines.pop() ?? '').slice(-MOST_LINE);
    for (const line of lines) if (line.length <= MOST_LINE) read(line);
  };
};
