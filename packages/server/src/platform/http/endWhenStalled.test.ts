import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { endWhenStalled } from './endWhenStalled.ts';

test('an answer ends when the client stops reading, but not while there is nothing to read', () => {
  for (const [writableLength, ends] of [
    [1, 1],
    [0, 0],
  ] as const) {
    const response = { writableLength, destroy: vi.fn(), setTimeout: vi.fn() };
    endWhenStalled(response as unknown as ServerResponse, 500);
    const [[ms, stalled]] = response.setTimeout.mock.calls as [[number, () => void]];
    expect(ms).toBe(500);
    stalled();
    expect(response.destroy.mock.calls).toHaveLength(ends);
  }
});
