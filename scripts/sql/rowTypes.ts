import ts from 'typescript';
import type { AnswerColumn } from './describe.ts';
import type { Nullability } from './nullability.ts';
import { type Schema, type Shape, shapeOf } from './schema.ts';
import type { Parameter } from './statements.ts';

const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
const absent = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void;

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const isText = (type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.StringLike) !== 0 || (type.isIntersection() && type.types.some(isText));

/** Whether one member of a claimed type accepts values of a shape. */
const holds = (type: ts.Type, shape: Shape, checker: ts.TypeChecker): boolean => {
  if (type.flags & anything || shape === 'json') return true;
  if (typeof shape === 'object') {
    if (!checker.isArrayLikeType(type)) return false;
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return (
      !element || membersOf(element).every((member) => isAbsent(member) || holds(member, shape.list, checker))
    );
  }
  if (shape === 'text') return isText(type);
  if (shape === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0;
  if (shape === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
  return ['Buffer', 'Uint8Array'].includes(type.symbol?.name ?? '');
};

const isAbsent = (type: ts.Type): boolean => (type.flags & absent) !== 0;

const mayBeAbsent = (type: ts.Type): boolean =>
  membersOf(type).some((member) => isAbsent(member) || (member.flags & anything) !== 0);

/** The columns a statement returns, and where its rows are read. */
export type Answer = {
  columns: readonly AnswerColumn[];
  nullable: readonly Nullability[];
  schema: Schema;
  checker: ts.TypeChecker;
  place: ts.Node;
};

/** Problems of a row type with the columns of a result. */
export const rowProblems = (row: ts.Type, { columns, nullable, schema, checker, place }: Answer): string[] =>
  checker.getPropertiesOfType(row).flatMap((property) => {
    const type = checker.getTypeOfSymbolAtLocation(property, place);
    const at = columns.findIndex(({ name }) => name === property.name);
    const column = columns[at];
    if (!column)
      return property.flags & ts.SymbolFlags.Optional || mayBeAbsent(type)
        ? []
        : [
            `the row type has \`${property.name}\`, but the statement answers ${columns.map(({ name }) => name).join(', ') || 'nothing'}`,
          ];
    const typeName = schema.typeNames[column.type] ?? '';
    const claimed = checker.typeToString(type);
    const fits = membersOf(type).some((member) => holds(member, shapeOf(typeName), checker));
    if (!fits) return [`\`${property.name}\` is read as ${claimed}, but the database answers ${typeName}`];
    return nullable[at] === 'null' && !mayBeAbsent(type)
      ? [`\`${property.name}\` is read as ${claimed}, but it may be null`]
      : [];
  });

/** Whether a value of one type can be sent where the database expects another. */
const sends = (type: ts.Type, typeName: string, checker: ts.TypeChecker): boolean => {
  if (type.flags & (anything | absent) || checker.typeToString(type) === '{}') return true;
  const shape = shapeOf(typeName);
  if (shape === 'json') return !checker.isArrayLikeType(type);
  if (isText(type)) return shape !== 'boolean' && shape !== 'bytes';
  if (type.flags & ts.TypeFlags.NumberLike)
    return shape === 'number' || ['int8', 'numeric'].includes(typeName);
  if (type.flags & ts.TypeFlags.BigIntLike) return ['int8', 'numeric', 'int4'].includes(typeName);
  if (type.flags & ts.TypeFlags.BooleanLike) return shape === 'boolean';
  if (type.symbol?.name === 'Date') return /^(timestamp|date)/.test(typeName);
  return shape === 'bytes';
};

/** Problems with the values passed for a statement's parameters. */
export const parameterProblems = (
  parameters: readonly Parameter[],
  types: readonly number[],
  { typeNames }: Schema,
  checker: ts.TypeChecker,
): string[] =>
  parameters.flatMap(({ type, node }, index) => {
    const typeName = typeNames[types[index] ?? 0] ?? '';
    if (!type || typeName === '' || membersOf(type).every((member) => sends(member, typeName, checker)))
      return [];
    return [`\`${node.getText()}\` is ${checker.typeToString(type)}, but the database expects ${typeName}`];
  });
