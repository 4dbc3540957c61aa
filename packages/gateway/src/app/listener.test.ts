import { expect, test } from 'vitest';
import { originAllowed } from './listener.ts';

test.each([
  [{ origin: 'https://gate.example', host: 'gate.example' }, '', true],
  [{ origin: 'https://gate.example:8443', host: 'gate.example:8443' }, '', true],
  [{ origin: 'https://gate.example', host: '127.0.0.1:5000', forwarded: 'gate.example' }, '', true],
  [{ origin: 'https://portal.example', host: 'x' }, 'https://portal.example/', true],
  [{ host: 'gate.example' }, '', true],
  [{ origin: 'https://evil.example', host: 'gate.example' }, 'https://portal.example', false],
  [{ origin: 'https://gate.example.evil.example', host: 'gate.example' }, '', false],
  [{ origin: 'null', host: 'gate.example' }, '', false],
])('the origin in %j with the site URL "%s" is allowed: %s', (headers, site, allowed) => {
  expect(originAllowed(headers, site)).toBe(allowed);
});
