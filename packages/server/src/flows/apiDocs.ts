import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@gatehouse/contract/errors.ts';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import type { Context } from '../engine/context.ts';
import { type Answer, addRoute, type HttpPorts } from '../engine/http.ts';
import { openApiOf } from '../engine/openapi/document.ts';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gatehouse API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/assets/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/swagger.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none' });`;
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

/** `/api/docs/`, `/api/swagger.json` and `/api/swagger.yaml`, for people and programs that are signed in. */
export const addApiDocs = (ports: HttpPorts): void => {
  const describe = (ctx: Context) => openApiOf(ctx.engine.resources.values(), ports.app.servedRoutes, ctx);
  addRoute(ports, {
    method: 'GET',
    url: '/api/swagger.json',
    need: 'validUser',
    handle: async (ctx) => ({ body: await describe(ctx) }),
  });
  // JSON is YAML: programs that ask for the one read the other.
  addRoute(ports, {
    method: 'GET',
    url: '/api/swagger.yaml',
    need: 'validUser',
    handle: async (ctx) => ({
      headers: { 'content-type': 'application/yaml; charset=utf-8' },
      body: JSON.stringify(await describe(ctx), undefined, 2),
    }),
  });
  for (const url of ['/api/docs/', '/api/redoc/'])
    addRoute(ports, {
      method: 'GET',
      url,
      need: 'validUser',
      handle: async () => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }),
    });
  addRoute(ports, {
    method: 'GET',
    url: '/api/docs/assets/:file',
    need: 'validUser',
    handle: async (_ctx, request): Promise<Answer> => {
      const { file } = request.params as { file: string };
      if (file === 'start.js') return { headers: { 'content-type': 'text/javascript' }, body: start };
      const type = files[file];
      if (!type) throw new AppError('not_found');
      return {
        headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' },
        stream: createReadStream(join(swaggerFolder(), file)),
      };
    },
  });
};
