import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { weightOf } from './bodyRoom.ts';

const mebibyte = 1024 * 1024;
const request = (headers: Record<string, string>, bodyLimit: number | undefined = 10 * mebibyte) =>
  ({ headers, routeOptions: { bodyLimit } }) as unknown as FastifyRequest;
const weight = (length: number, type: string, bodyLimit?: number) =>
  weightOf(request({ 'content-length': String(length), 'content-type': type }, bodyLimit));

test('a file weighs what it is long, and a text that is parsed four times as much', () => {
  expect(weight(mebibyte, 'text/csv')).toBe(mebibyte);
  expect(weight(mebibyte, 'application/octet-stream')).toBe(mebibyte);
  expect(weight(mebibyte, 'application/json; charset=utf-8')).toBe(4 * mebibyte);
  expect(weight(mebibyte, 'application/x-www-form-urlencoded')).toBe(4 * mebibyte);
  expect(weightOf(request({ 'content-length': String(mebibyte) }))).toBe(mebibyte);
});

test('small bodies, uploads in parts and requests without a body weigh nothing', () => {
  expect(weight(65_535, 'application/json')).toBe(0);
  expect(weight(65_536, 'text/csv')).toBe(65_536);
  expect(weight(9 * mebibyte, 'multipart/form-data; boundary=x')).toBe(0);
  expect(weightOf(request({}))).toBe(0);
});

test('a body of unknown length weighs the most its route takes; one beyond that is refused unread', () => {
  const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'text/csv' };
  expect(weightOf(request(chunked))).toBe(10 * mebibyte);
  expect(weight(10 * mebibyte, 'text/csv')).toBe(10 * mebibyte);
  expect(weight(10 * mebibyte + 1, 'text/csv')).toBe(0);
});
