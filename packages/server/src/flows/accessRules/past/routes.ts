import { PassThrough } from 'node:stream';
import {
  tryAssetRule,
  tryCommandFilter,
  tryLoginRule,
  tryMethodRule,
} from '@gatehouse/contract/calls/acls.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { type TrialLine, trialLimits } from '@gatehouse/contract/policy/trial.ts';
import type { FastifyRequest } from 'fastify';
import { bindWhole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { Answer, HttpPorts } from '../../../engine/http.ts';
import type { Database } from '../../../platform/database.ts';
import {
  type Prepared,
  prepareAssetRule,
  prepareCommandFilter,
  prepareLoginRule,
  prepareMethodRule,
  type TrialDeps,
} from './prepare.ts';

const dayMs = 24 * 3_600_000;
/** How often the progress is told; also a sign of life while the trial waits for its turn. */
const tellMs = 500;

/** Notes in the operate log who tried which rule on how many days. */
const note = ({ resource, rule, inside }: Prepared, days: number): Promise<void> => {
  const { t, engine } = inside;
  const display = t('activity.rule_tried', { rule: rule.name, days });
  return engine.record([{ action: 'view', resource, row: { id: rule.id }, display, diff: {} }], inside);
};

type Running = { prepared: Prepared; days: number; stopped: AbortSignal; ctx: Context };

/** Runs a trial on a connection for long reads; sends how far it is, then what it found. */
const runTrial = ({ prepared, days, stopped, ctx }: Running, send: (line: TrialLine) => void) => {
  const to = new Date();
  const from = new Date(to.getTime() - days * dayMs);
  let progress: { done: number; total: number | null } = { done: 0, total: null };
  send({ progress });
  const pulse = setInterval(() => send({ progress }), tellMs);
  const work = async (db: Database): Promise<void> => {
    const deadline = Date.now() + trialLimits.seconds * 1_000;
    const found = await prepared.run({
      ...{ from, to, db, lookUp: ctx.db, signal: stopped },
      isOver: () => Date.now() > deadline,
      tell: (now) => {
        progress = now;
      },
    });
    // The result comes last.
    clearInterval(pulse);
    send({ progress: { done: found.examined, total: Math.max(found.examined, progress.total ?? 0) } });
    send({ result: { date_from: from.toISOString(), date_to: to.toISOString(), ...found } });
  };
  return ctx.engine.exports
    .goOn({ who: ctx.actor.id, signal: stopped }, work)
    .finally(() => clearInterval(pulse));
};

/** The answer of a trial, line by line; it stops when the client leaves. */
const streamOf = (
  prepared: Prepared,
  { days, ctx, request, failed }: { days: number; ctx: Context; request: FastifyRequest; failed: Failed },
): Answer => {
  const stream = new PassThrough();
  const left = new AbortController();
  stream.on('close', () => left.abort());
  const stopped = AbortSignal.any([request.signal, left.signal]);
  const send = (line: TrialLine) => {
    if (stream.writable) stream.write(`${JSON.stringify(line)}\n`);
  };
  runTrial({ prepared, days, stopped, ctx }, send)
    .catch((error: unknown) => {
      if (stopped.aborted) return;
      const known = error instanceof AppError ? error : undefined;
      if (!known) failed(error);
      send({ error: ctx.t(`errors.${known?.messageKey ?? 'unexpect_error'}`, known?.params) });
    })
    .finally(() => stream.end());
  const headers = {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that gathers the answer would hide the progress.
    'x-accel-buffering': 'no',
  };
  return { headers, stream };
};

type Failed = (error: unknown) => void;

/**
 * Registers trying a rule on the past: what it would have decided about recorded commands, sign-ins or connections
 * (decision 0385).
 */
export const addTrials = (ports: HttpPorts, deps: TrialDeps): void => {
  const failed: Failed = (err) => ports.app.log.error({ err }, 'a rule could not be tried');
  const bound = [
    [tryCommandFilter, prepareCommandFilter],
    [tryLoginRule, prepareLoginRule],
    [tryAssetRule, prepareAssetRule],
    [tryMethodRule, prepareMethodRule],
  ] as const;
  for (const [call, prepare] of bound)
    bindWhole(
      ports,
      call,
      async ({ ctx, body, request }) => {
        const wish = await body();
        const prepared = await prepare(wish, deps, ctx);
        await note(prepared, wish.days);
        return streamOf(prepared, { days: wish.days, ctx, request, failed });
      },
      { noTransaction: true },
    );
};
