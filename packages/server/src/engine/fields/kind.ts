import type { FieldErrors, Message, MessageParams } from '@gatehouse/contract/errors.ts';
import type { FieldKind, FieldOf, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { AttributeRule, Resource, Row } from '../resource.ts';

/** Where a field is being used. */
export type Use<F extends FieldSpec = FieldSpec> = {
  name: string;
  field: F;
  resource: Resource;
  ctx: Context;
};

/** Thrown for a refused value, with its messages, nested for objects and lists. */
export class Refused extends Error {
  readonly reason: Message[] | FieldErrors | (FieldErrors | Message[])[];
  constructor(reason: Message[] | FieldErrors | (FieldErrors | Message[])[]) {
    super('refused');
    this.reason = reason;
  }
}

/** Refuses with one message of the `errors` locale file. */
export const refuse = (key: string, params?: MessageParams): never => {
  throw new Refused([params ? { key, params } : { key }]);
};

/** Free JSON may hold anything except NUL, which PostgreSQL cannot store. */
export const refuseNul = <T>(value: T): T =>
  /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(value) ?? '') ? refuse('control_characters') : value;

/** The server half of a field kind: everything that depends on the kind. Each kind has its own file. */
export type ServerField<F extends FieldSpec = FieldSpec> = {
  /** Column in the resource's own table; absent for values stored elsewhere. */
  column?(field: F, name: string): PgColumnBuilderBase;
  /** Value stored when a new row sets none; a default declared in stored form takes precedence. */
  empty?(field: F): unknown;
  /** Stored form of the declared default, where the definition declares it in another form. */
  initial?(field: F): unknown;
  /** Checks and converts one incoming value; throws `Refused`. */
  parse?(value: unknown, use: Use<F>): unknown | Promise<unknown>;
  /** Looks up what many incoming values refer to, before `parse` runs on each. */
  prefetch?(values: unknown[], use: Use<F>): Promise<void>;
  /**
   * The part of a wire value that the user chose; default: all of it. Names of related rows are left out.
   */
  identity?(wire: unknown): unknown;
  /** Fetches what stored values of many rows refer to, before `present` runs on each. */
  fetch?(values: unknown[], use: Use<F>): Promise<unknown[]>;
  /** Converts a stored value to its wire value. */
  present?(value: unknown, use: Use<F>): unknown;
  /** Wire values of many rows in order; for values stored elsewhere or looked up. */
  load?(rows: Row[], use: Use<F>): Promise<unknown[]>;
  /** Stores values without a column; called with the rows for which there is a value to write. */
  save?(rows: { id: string; value: unknown; org: string | undefined }[], use: Use<F>): Promise<void>;
  /** Metadata beyond label, required and flags. */
  meta(field: F, use: Use<F>): Partial<FieldMeta> & Pick<FieldMeta, 'type'>;
  /**
   * Condition of `?field=raw`; throws `Refused` for an impossible value. `column` is the qualified column.
   */
  filter?(raw: string, column: SQL, use: Use<F>): SQL | Promise<SQL>;
  /** An instant in the column's unit, for the date range of a list; default: its ISO string. */
  moment?(instant: Date): number;
  /**
   * Condition of a selector's attribute rule (protocol reference §15); absent or undefined: no row matches.
   */
  rule?(rule: AttributeRule, column: SQL, use: Use<F>): SQL | undefined | Promise<SQL | undefined>;
  /** Text that is searched together with the other such fields of its table. */
  searchedTogether?: true;
  /** Cell of an export; default: text of the wire value. */
  toCell?(wire: unknown, use: Use<F>): string;
  /** Value of an import cell; default: the cell itself. */
  fromCell?(cell: string, use: Use<F>): unknown;
  /** Value of an empty cell in a column that takes no null; default: none, as if there were no such column. */
  emptyCell?(field: F): unknown;
  /** A wire value as the settings file has it; default: as it is. */
  toFile?(wire: unknown): unknown;
  /** What clients would send for a value of a settings file; default: the value itself. */
  fromFile?(value: unknown): unknown;
  /** Text of a wire value in an audit diff; default: like `toCell`. */
  diff?(wire: unknown, use: Use<F>): string;
  /** Position in a row: booleans (1) and datetimes (2) follow everything else (0). */
  rank?: number | ((field: F) => number);
  /** What lists are sorted by; default: the column itself. */
  sortedBy?(column: SQLWrapper, field: F): SQL | undefined;
  /**
   * For values that a filter looks into: what an index puts the rows into groups by, rows with the same parts in
   * one group, and which groups have rows that `?field=raw` finds. Rows without a group have to be asked.
   */
  groups?: {
    by(column: SQLWrapper, field: F): SQL | undefined;
    hold(group: SQLWrapper, raw: string): SQL;
  };
  /** False keeps the column out of `order=`. */
  orderable?: boolean;
};

/** One server half per kind. */
export type ServerFields = { [K in FieldKind]: ServerField<FieldOf<K>> };
