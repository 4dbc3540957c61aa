import ts from 'typescript';

/** Whether a template's tag makes SQL. */
export const isSqlTag = (node: ts.Expression): boolean => ts.isIdentifier(node) && node.text === 'sql';

/** Whether a type is a fragment of SQL, perhaps among others. */
export const isSqlType = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.some(isSqlType)
    : ['SQL', 'SQLWrapper', 'SQLChunk', 'Name'].includes(type.symbol?.name ?? type.aliasSymbol?.name ?? '');
