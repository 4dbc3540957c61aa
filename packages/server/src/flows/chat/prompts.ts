import { listPrompts } from '@gatehouse/contract/calls/settings.ts';
import { chatprompt } from '@gatehouse/contract/resources/settings/chatprompt.ts';
import type { ChatPrompt } from '@gatehouse/contract/wire/chat.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import type { Renderer } from '../../engine/routes/resourceRoutes.ts';

/** The list of prompts is served here, as it ends with the built-in ones. */
export const replacedByPrompts: readonly string[] = listPrompts.addresses;

const builtinNames = [
  'explain_command',
  'review_command',
  'command_rule',
  'write_script',
  'explain_script',
  'read_log',
  'find_cause',
  'write_query',
  'harden_host',
  'translate',
] as const;

/** Built-in prompts in the reader's language whose name contains the search text. */
const builtinPrompts = (search: string, ctx: Context): ChatPrompt[] =>
  builtinNames
    .map((name) => ({
      name: ctx.t(`prompts.${name}.name`),
      content: ctx.t(`prompts.${name}.content`),
    }))
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));

/** Registers the list of prompts: custom ones, then built-in ones. */
export const addChatPrompts = (ports: HttpPorts, render: Renderer): void =>
  bind(ports, listPrompts, async ({ ctx, request }) => {
    const resource = ctx.engine.resource(chatprompt);
    const file = await render(resource, request, ctx);
    if (file) return whole(file);
    const query = queryOf(request);
    const search = query.get('search') ?? query.get('name') ?? '';
    const unpaged = new URLSearchParams(query);
    unpaged.delete('limit');
    unpaged.delete('offset');
    const { rows } = await listRows(resource, unpaged, ctx);
    return plainPage([...rows, ...builtinPrompts(search, ctx)], request, ctx);
  });
