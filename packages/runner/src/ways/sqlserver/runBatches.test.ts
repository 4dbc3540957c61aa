import { EventEmitter } from 'node:events';
import type { Request } from 'tedious';
import { expect, test } from 'vitest';
import { createResults } from '../../engine/results.ts';
import { type Batches, runBatches, textOf } from './runBatches.ts';

type Told = (request: Request, connection: EventEmitter) => Error | undefined;

const column = (colName: string, value: unknown = '', type = 'NVarChar') => ({
  ...{ value, metadata: { colName, type: { name: type } }, colName },
});
/** A server that answers the batches of a text so, one after the other; tells what it printed and was asked. */
const run = async (text: string, answers: readonly Told[]) => {
  const asked: string[] = [];
  const waiting = [...answers];
  const connection = Object.assign(new EventEmitter(), {
    execSqlBatch: (request: Request) => {
      asked.push(String(request.sqlTextOrProcedure));
      const error = waiting.shift()?.(request, connection);
      request.callback(error);
    },
  });
  let printed = '';
  const results = createResults((some) => {
    printed += some;
  });
  const outcome = await runBatches(connection as unknown as Batches, text, results).then(
    () => 'done',
    (error: unknown) => String(error),
  );
  return { asked, printed, outcome, heard: connection.eventNames() };
};

const selects: Told = (request, connection) => {
  connection.emit('infoMessage', { message: 'Changed database context.' });
  request.emit('columnMetadata', [column('n'), column('at')] as never);
  request.emit('row', [
    column('n', 7, 'Int'),
    column('at', new Date('2026-01-02T03:04:05.120Z'), 'DateTime2'),
  ]);
  request.emit('row', [column('n', null), column('at', null)]);
  request.emit('done', 2, true);
  request.emit('done', 1, false);
  return undefined;
};
const refuses: Told = (_request, connection) => {
  const message = { number: 208, class: 16, state: 1, lineNumber: 3, message: "Invalid object name 'x'." };
  connection.emit('errorMessage', message);
  return new Error('request failed');
};

test('B-3-019 batches run one after the other and print tables, counts and remarks, until one is refused', async () => {
  const text = 'use shop\nselect n, at from t update t set n = 1\nGO\nselect * from x\ngo\nselect 3';
  expect(await run(text, [selects, refuses])).toEqual({
    asked: ['use shop\nselect n, at from t update t set n = 1\n', '\nselect * from x\n'],
    printed:
      "Changed database context.\nn    | at\n-----+------------------------\n7    | 2026-01-02 03:04:05.120\nNULL | NULL\n(2 rows)\nOK, 1 row\nMsg 208, Level 16, State 1, Line 3\nInvalid object name 'x'.\n",
    outcome: "Error: Invalid object name 'x'.",
    heard: [],
  });
});

test('a connection that breaks is no refusal, and a flood of rows ends the statements', async () => {
  expect(await run('select 1', [() => new Error('closed')])).toMatchObject({ outcome: 'Error: closed' });
  const floods: Told = (request) => {
    request.emit('columnMetadata', [column('n')] as never);
    for (let at = 0; at < 13; at += 1) request.emit('row', [column('n', 'x'.repeat(1024 * 1024))]);
    return undefined;
  };
  expect(await run('select 1', [floods])).toMatchObject({ outcome: 'Error: too much' });
});

test.each([
  [new Date('2026-01-02T00:00:00Z'), 'Date', '2026-01-02'],
  [new Date('1970-01-01T03:04:05Z'), 'Time', '03:04:05.000'],
  [new Date('2026-01-02T03:04:05Z'), 'DateTimeOffset', '2026-01-02 03:04:05.000 +00:00'],
  [new Date(Number.NaN), 'DateTime', ''],
  [Buffer.from([1, 171]), 'VarBinary', '0x01AB'],
  [true, 'Bit', '1'],
  [undefined, 'Int', null],
])('the value %j of the type %s is written as %j', (value, type, text) => {
  expect(textOf(value, type)).toBe(text);
});
