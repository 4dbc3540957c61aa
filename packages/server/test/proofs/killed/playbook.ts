import { expect } from 'vitest';
import type { Installation, Program } from '../../servers/installation.ts';

/** Saves in a row; each is large, so that a kill falls into the middle of some. */
const saves = 12;
const textOf = (number: number): string => `# ${number}\n`.repeat(100_000);

/** The file of a playbook, saved again and again: it is one saved text as a whole, and never older than a confirmed one. */
export const createPlaybook = async ({ servers, call }: Installation) => {
  const made = await call(servers[0], 'POST', '/api/v1/ops/playbooks/', { name: 'killed' });
  const { id } = made.json as { id: string };
  const path = `/api/v1/ops/playbook/${id}/file/`;
  let [sent, confirmed, torn] = [0, 0, 0];
  const save = async (server: Program): Promise<void> => {
    sent += 1;
    const number = sent;
    const body = { key: 'main.yml', content: textOf(number) };
    const answer = await call(server, 'PATCH', path, body).catch(() => undefined);
    if (answer?.status === 200) confirmed = number;
    else torn += 1;
  };
  await save(servers[0]);
  expect(confirmed).toBe(1);
  return {
    saveAmidKills: async (server: () => Program) => {
      for (let at = 0; at < saves; at += 1) await save(server());
    },
    check: async () => {
      const { json } = await call(servers[0], 'GET', `${path}?key=main.yml`);
      const { content } = json as { content: string };
      const number = Number(/\d+/.exec(content.slice(0, 20))?.[0]);
      expect(content === textOf(number)).toBe(true);
      expect(number).toBeGreaterThanOrEqual(confirmed);
      expect(number).toBeLessThanOrEqual(sent);
    },
    told: () => `${sent} saves of a playbook, ${torn} of them cut off, none torn`,
  };
};
