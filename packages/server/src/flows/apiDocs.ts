import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import {
  getApiDescription,
  getApiDescriptionAsYaml,
  getApiPage,
  getApiPageFile,
} from '@gatehouse/contract/calls/installation.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import { bind, whole } from '../engine/calls/bind.ts';
import type { Context } from '../engine/context.ts';
import type { HttpPorts } from '../engine/http.ts';
import { openApiOf } from '../engine/openapi/document.ts';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gatehouse API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/assets/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/swagger.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none' });`;
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

/**
 * `/api/docs/` with its files, `/api/swagger.json` and `/api/swagger.yaml`, for signed-in users and programs.
 */
export const addApiDocs = (ports: HttpPorts): void => {
  const describe = (ctx: Context) => openApiOf(ctx.engine.resources.values(), ports.app.servedRoutes, ctx);
  bind(ports, getApiDescription, async ({ ctx }) => describe(ctx));
  // JSON is valid YAML, so programs that request YAML can read it.
  bind(ports, getApiDescriptionAsYaml, async ({ ctx }) =>
    whole({
      headers: { 'content-type': 'application/yaml; charset=utf-8' },
      body: JSON.stringify(await describe(ctx), undefined, 2),
    }),
  );
  bind(ports, getApiPage, async () =>
    whole({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }),
  );
  bind(ports, getApiPageFile, async ({ params: { file } }) => {
    if (file === 'start.js') return whole({ headers: { 'content-type': 'text/javascript' }, body: start });
    const type = files[file];
    if (!type) throw new AppError('not_found');
    return whole({
      headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' },
      stream: createReadStream(join(swaggerFolder(), file)),
    });
  });
};
