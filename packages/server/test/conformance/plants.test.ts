import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { expect, test } from 'vitest';
import type { Context } from '../../src/engine/context.ts';
import { everyKind } from '../../src/engine/fields/everyKind.ts';
import type { ServerFields } from '../../src/engine/fields/kind.ts';
import { storedRows } from '../../src/engine/operations/read.ts';

// The compiler finds the planted mistakes: a missing expected error fails the type check.

test('a misspelt field in a flow does not compile', () => {
  const flow = async (ids: string[], ctx: Context) => {
    const rows = await storedRows(ctx.engine.resource(domain), ids, ctx);
    // @ts-expect-error the field is spelled comment
    return rows.map((row) => `${row.name} ${row.coment}`);
  };
  expect(flow).toBeTypeOf('function');
});

test('a kind of field without its server half does not compile', () => {
  const { phone, ...others } = everyKind;
  const whole: Omit<ServerFields, 'nested'> = { ...others, phone };
  // @ts-expect-error the half of the kind phone is missing
  const without: Omit<ServerFields, 'nested'> = others;
  expect([Object.keys(whole).length - Object.keys(without).length]).toEqual([1]);
});
