import {
  addPlaybookFile,
  changePlaybookFile,
  listPlaybookFiles,
  removePlaybookFile,
} from '@gatehouse/contract/calls/ops.ts';
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, inTransaction, queryOf } from '../../engine/http.ts';
import { resourceDocs } from '../../engine/openapi/schema.ts';
import { findRow } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import { presentRows, readableFields } from '../../engine/present.ts';
import { permissionOf } from '../../engine/resource.ts';
import { bodyAsSigned } from '../../platform/http/signedBody.ts';
import { listEntries } from '../../resources/ops/playbook/files.ts';
import { startWith } from '../../resources/ops/playbook/index.ts';
import { refusal } from './refusals.ts';
import { addRepositoryActions, type RepositoryDeps } from './repository/actions.ts';
import { nodeOf, treeOf } from './tree.ts';
import { playbookIn, readArchive } from './upload.ts';
import { addEntry, openFile, removeEntry, renameEntry, saveFile, type Workspace } from './workspace.ts';

const COLLECTION = '/api/v1/ops/playbooks/';

/** Routes of the engine that these take the place of. */
export const replacedByPlaybooks: readonly string[] = [`POST ${COLLECTION}`];

/** Creates playbooks as the engine does, and one from an archive sent as a form. */
const addCreation = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(playbook);
  addRoute(
    { ...ports, isVerb: true },
    {
      method: 'POST',
      url: COLLECTION,
      need: permissionOf(resource, 'add'),
      docs: resourceDocs(resource.key).create,
      // An archive is read before the transaction begins.
      noTransaction: true,
      handle: async (ctx, request) => {
        const archived = request.isMultipart()
          ? await playbookIn(await readArchive(request), ctx, request.signal)
          : undefined;
        await bodyAsSigned(request);
        const body = archived?.values ?? request.body;
        return inTransaction(ctx, ports, async (own) => {
          if (archived) startWith(archived.files, own);
          const rows = await create(resource, body, own);
          const shown = await presentRows(resource, rows, readableFields(resource, 'retrieve', {}, own), own);
          return { body: Array.isArray(body) ? shown : shown[0] };
        });
      },
    },
  );
};

/** Registers the creation of playbooks and their workspace (reference 06 §A.7). */
export const addPlaybookRoutes = (ports: HttpPorts, deps: RepositoryDeps): void => {
  addCreation(ports);
  addRepositoryActions(ports, deps);
  const resource = ports.engine.resource(playbook);
  const rowOf = (id: string, ctx: Context) => findRow(resource, id, ctx);
  /** Changes of one playbook wait for each other, so that limits and names hold. */
  const held = async (id: string, ctx: Context): Promise<Workspace> => {
    const row = await findRow(resource, id, ctx, { lock: true });
    // A change here would be lost with the next fetch.
    if (row.create_method === 'vcs') throw refusal('playbook_from_repository', ctx);
    return { playbook: row.id, row, ctx };
  };

  bind(ports, listPlaybookFiles, async ({ ctx, params, query, request }) => {
    const row = await rowOf(params.id, ctx);
    if (queryOf(request).has('key')) return openFile(query.key ?? '', { playbook: row.id, ctx });
    return treeOf(row.name, await listEntries(row.id, ctx.db));
  });
  bind(ports, addPlaybookFile, async ({ ctx, params, body }) => {
    const { key, name, is_directory: isFolder, content } = await body();
    const path = await addEntry({ key, name, isFolder, content }, await held(params.id, ctx));
    return { ...nodeOf({ path, is_folder: isFolder }), open: true };
  });
  bind(ports, changePlaybookFile, async ({ ctx, params, body }) => {
    const { key, new_name: name, content, version } = await body();
    const workspace = await held(params.id, ctx);
    if (name !== undefined) return { id: await renameEntry(key, name, workspace) };
    if (content === undefined || key === '' || key === 'root') throw refusal('playbook_key_needed', ctx);
    return { id: key, version: await saveFile(key, { content, version }, workspace) };
  });
  bind(ports, removePlaybookFile, async ({ ctx, params, query }) => {
    await removeEntry(query.key, await held(params.id, ctx));
    return { msg: 'ok' as const };
  });
};
