import { expect, test } from 'vitest';
import { addressesOf } from './serveVerb.ts';

test('each verb of a resource has its method, and the path of a verb for one row contains the id', () => {
  const url = '/api/v1/shop/paints/';
  const verbs = ['list', 'retrieve', 'create', 'replace', 'patch', 'replaceMany', 'patchMany'] as const;
  expect(addressesOf([url], ...verbs)).toEqual([
    `GET ${url}`,
    `GET ${url}:id/`,
    `POST ${url}`,
    `PUT ${url}:id/`,
    `PATCH ${url}:id/`,
    `PUT ${url}`,
    `PATCH ${url}`,
  ]);
  expect(addressesOf([url, '/old/'], 'create')).toEqual([`POST ${url}`, 'POST /old/']);
});
