import ts from 'typescript';

/** Whether a template's tag builds SQL. */
export const isSqlTag = (node: ts.Expression): boolean => ts.isIdentifier(node) && node.text === 'sql';

/** Whether a type is, or includes, a fragment of SQL. */
export const isSqlType = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.some(isSqlType)
    : ['SQL', 'SQLWrapper', 'SQLChunk', 'Name'].includes(type.symbol?.name ?? type.aliasSymbol?.name ?? '');
