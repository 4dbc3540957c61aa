import { expect, test, vi } from 'vitest';
import { loginPrompts } from './prompts.ts';

test.each(['(a+a+)+b', '(a*)*b', '(a|aa)+b', '(?:a?){500}a{500}b'])(
  'a pattern that other engines never finish is matched within seconds: %s',
  (pattern) => {
    const prompts = loginPrompts({ username_prompt: pattern, success_prompt: pattern }, vi.fn());
    const line = 'a'.repeat(2_000);
    const from = performance.now();
    expect([prompts.asksUsername(line), prompts.isLoggedIn(line)]).toEqual([false, false]);
    expect(performance.now() - from).toBeLessThan(20_000);
  },
);

test.each(['((a{100}){100}){100}', '(a{1000}){1000}', '(unclosed', '(?=lookahead)'])(
  'a pattern that would fill memory or cannot be read is not used: %s',
  (pattern) => {
    const warn = vi.fn();
    const prompts = loginPrompts({ username_prompt: pattern }, warn);
    expect(warn).toHaveBeenCalledOnce();
    expect(prompts.asksUsername('login: ')).toBe(true);
  },
);
