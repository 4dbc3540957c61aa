import { expect, test } from 'vitest';
import { maskedHost, unmaskedHosts } from './hosts.ts';

test.each([
  ['https://user:secret@es.example:9200', 'https://user:******@es.example:9200'],
  ['https://user:secret@es.example/', 'https://user:******@es.example'],
  ['https://user:secret@es.example/logs', 'https://user:******@es.example/logs'],
  ['https://es.example:9200', 'https://es.example:9200'],
  ['not an address', 'not an address'],
])('%s is shown without its password, and is the same address when it comes back', (host, shown) => {
  expect(maskedHost(host)).toBe(shown);
  expect(unmaskedHosts([shown, 'https://other.example'], [host])).toEqual([host, 'https://other.example']);
});
