import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { columnsOf } from '../../engine/routes/describeRoutes.ts';

/** Ways a message reaches people; the site message is always one of them. */
export const messageBackends: readonly string[] = ['site_msg'];

const url = '/api/v1/notifications/user-msg-subscription/';

const own = (ctx: Context) => ({ user_id: ctx.actor.id, receive_backends: messageBackends });

const onlyOwn = (request: FastifyRequest, ctx: Context): void => {
  if ((request.params as { user: string }).user !== ctx.actor.id) throw new AppError('object_does_not_exist');
};

/** Accepts any choice among the ways there are; leaving the site message out does not switch it off. */
const checkBackends = (body: unknown): void => {
  const { receive_backends: given } = (body ?? {}) as { receive_backends?: unknown };
  if (given === undefined) return;
  if (!Array.isArray(given)) throw fieldError('receive_backends', 'not_a_list');
  const unknown = given.find((one) => !messageBackends.includes(String(one)));
  if (unknown !== undefined)
    throw fieldError('receive_backends', 'invalid_choice', { value: String(unknown).slice(0, 64) });
};

/** Registers how messages reach a person: the ways there are, and one's own choice among them. */
export const addSubscriptions = (ports: HttpPorts): void => {
  addRoute(ports, {
    method: 'GET',
    url: '/api/v1/notifications/backends/',
    need: 'validUser',
    shows: columnsOf({ name: 'string', name_display: 'string' }),
    handle: async (ctx) => ({
      body: messageBackends.map((name) => ({ name, name_display: ctx.t(`messages.backends.${name}`) })),
    }),
  });
  const shows = columnsOf({ user_id: 'field', receive_backends: 'list' });
  addRoute(ports, {
    method: 'GET',
    url,
    need: 'validUser',
    shows,
    handle: async (ctx) => ({ body: [own(ctx)] }),
  });
  addRoute(ports, {
    method: 'GET',
    url: `${url}:user/`,
    need: 'validUser',
    shows,
    handle: async (ctx, request) => {
      onlyOwn(request, ctx);
      return { body: own(ctx) };
    },
  });
  for (const method of ['PUT', 'PATCH'] as const)
    addRoute(ports, {
      method,
      url: `${url}:user/`,
      need: 'validUser',
      handle: async (ctx, request) => {
        onlyOwn(request, ctx);
        checkBackends(request.body);
        return { body: own(ctx) };
      },
    });
};
