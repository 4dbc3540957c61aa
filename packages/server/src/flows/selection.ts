import { keepSelection } from '@gatehouse/contract/calls/installation.ts';
import { bind } from '../engine/calls/bind.ts';
import type { HttpPorts } from '../engine/http.ts';

/** Seconds a selection token is valid (protocol reference §6.4). */
const lifetime = 300;
/** Maximum number of ids under one token; further ones are ignored. */
const mostIds = 100_000;

/** Registers storing selected ids under a token, for bulk deletion, exports and preloading. */
export const addSelectionRoute = (ports: HttpPorts): void =>
  bind(ports, keepSelection, async ({ ctx, body }) => {
    const { resources = [] } = await body();
    return { spm: await ctx.engine.remember([resources].flat().slice(0, mostIds), lifetime, ctx.db) };
  });
