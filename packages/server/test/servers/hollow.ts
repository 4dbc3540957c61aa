import type { FastifyInstance } from 'fastify';

/**
 * Takes everything out of objects that a test file has finished with. The files of a worker share their modules, so what
 * a file keeps in a constant stays in memory until the worker ends: hundreds of servers, otherwise.
 */
export const hollow = (...objects: object[]): void => {
  for (const object of objects)
    for (const key of Reflect.ownKeys(object)) Reflect.deleteProperty(object, key);
};

/**
 * A server that stands for the one in `held`, until `held` is emptied: test files copy what they are given, and an
 * app keeps all its routes, which `hollow` cannot take out of it.
 */
export const lend = (held: { app: FastifyInstance }): FastifyInstance =>
  new Proxy({} as FastifyInstance, {
    get: (_, name) => {
      const value: unknown = Reflect.get(held.app, name);
      return typeof value === 'function' ? value.bind(held.app) : value;
    },
    has: (_, name) => name in held.app,
  });
