import { batchesOf } from '@gatehouse/contract/ops/transactSql.ts';
import { type Connection, Request } from 'tedious';
import { StatementRefused } from '../../engine/database.ts';
import type { Results } from '../../engine/results.ts';

/** What the driver tells of a column. */
type Column = { value: unknown; metadata: { colName: string; type: { name: string } } };
/** A message of the server. */
type Message = { number: number; class: number; state: number; lineNumber: number; message: string };

/** The driver reads times as they are written, as those of the zone UTC. */
const timeIn = (value: Date, type: string): string => {
  const [day = '', time = ''] = value.toISOString().slice(0, -1).split('T');
  if (type === 'Date') return day;
  if (type === 'Time') return time;
  return type === 'DateTimeOffset' ? `${day} ${time} +00:00` : `${day} ${time}`;
};

/** A value as text, as other clients of the server write it. */
export const textOf = (value: unknown, type: string): string | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : timeIn(value, type);
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
};

const inWords = ({ number, class: level, state, lineNumber: line, message }: Message): string =>
  `Msg ${number}, Level ${level}, State ${state}, Line ${line}\n${message}`;

/** What the driver offers, as far as statements need it. */
export type Batches = Pick<Connection, 'execSqlBatch' | 'on' | 'off'>;

const runBatch = (connection: Batches, batch: string, results: Results): Promise<void> =>
  new Promise((resolve, reject) => {
    let refusal: string | undefined;
    const remark = ({ message }: Message) => results.say(message);
    const refuse = (message: Message) => {
      refusal ??= message.message;
      results.say(inWords(message));
    };
    const leave = () => {
      connection.off('infoMessage', remark);
      connection.off('errorMessage', refuse);
    };
    const request = new Request(batch, (error) => {
      leave();
      results.end();
      if (refusal !== undefined) reject(new StatementRefused(refusal));
      else if (error) reject(error);
      else resolve();
    });
    const finish = (count: number | undefined) => {
      if (count !== undefined) results.finish(`OK, ${count} ${count === 1 ? 'row' : 'rows'}`);
    };
    request.on('columnMetadata', (columns) =>
      results.begin(Object.values(columns).map(({ colName }) => colName)),
    );
    request.on('row', (columns: Column[]) => {
      if (results.row(columns.map(({ value, metadata }) => textOf(value, metadata.type.name)))) return;
      leave();
      reject(new Error('too much'));
    });
    request.on('done', finish).on('doneInProc', finish);
    connection.on('infoMessage', remark);
    connection.on('errorMessage', refuse);
    connection.execSqlBatch(request);
  });

/** Runs the batches of a text, one after the other, until the server refuses a statement. */
export const runBatches = async (connection: Batches, text: string, results: Results): Promise<void> => {
  for (const batch of batchesOf(text)) await runBatch(connection, batch, results);
};
