import ts from 'typescript';

/** A small fault injected into a source file. */
export interface Mutant {
  file: string;
  line: number;
  /** The fault in a few words. */
  kind: string;
  start: number;
  end: number;
  original: string;
  replacement: string;
}

/** A fault: its kind, the node it replaces and the new text. */
type Fault = [kind: string, node: ts.Node, replacement: string];

const operators = new Map<ts.SyntaxKind, [kind: string, replacement: string]>([
  [ts.SyntaxKind.LessThanToken, ['comparison', '<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['comparison', '<']],
  [ts.SyntaxKind.GreaterThanToken, ['comparison', '>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['comparison', '>']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['comparison', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['comparison', '===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['logic', '||']],
  [ts.SyntaxKind.BarBarToken, ['logic', '&&']],
  [ts.SyntaxKind.MinusToken, ['arithmetic', '+']],
  [ts.SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [ts.SyntaxKind.SlashToken, ['arithmetic', '*']],
]);

const ofBinary = (node: ts.BinaryExpression): Fault[] => {
  const other = operators.get(node.operatorToken.kind);
  if (other) return [[other[0], node.operatorToken, other[1]]];
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [['fallback removed', node, `(${node.left.getText()})`]];
  const isSum = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  const isText = [node.left, node.right].some((side) => ts.isStringLiteralLike(side));
  return isSum && !isText ? [['arithmetic', node.operatorToken, '-']] : [];
};

const attributeAround = (node: ts.Node): string | undefined => {
  for (let place = node.parent; place && !ts.isStatement(place); place = place.parent)
    if (ts.isJsxAttribute(place)) return place.name.getText();
  return undefined;
};

/** Texts that name modules or keys have no behaviour; what only changes the look is judged by eye. */
const isName = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isExternalModuleReference(node.parent) ||
  (ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  /^(className|key|style|d|viewBox|fill|stroke.*|data-.*)$/.test(attributeAround(node) ?? '');

const ofLeaf = (node: ts.Node): Fault[] => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['boolean', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['boolean', node, 'true']];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [['negation removed', node, `(${node.operand.getText()})`]];
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (isText && node.text !== '' && !isName(node)) return [['text emptied', node, "''"]];
  return [];
};

const ofStatement = (node: ts.Node): Fault[] => {
  if ((ts.isIfStatement(node) || ts.isWhileStatement(node)) && !ts.isPrefixUnaryExpression(node.expression))
    return [['condition turned', node.expression, `!(${node.expression.getText()})`]];
  if (ts.isConditionalExpression(node))
    return [['condition turned', node.condition, `!(${node.condition.getText()})`]];
  if (ts.isReturnStatement(node) && node.expression && node.expression.getText() !== 'undefined')
    return [['return value lost', node.expression, 'undefined']];
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
    const isSuper = ts.isCallExpression(called) && called.expression.kind === ts.SyntaxKind.SuperKeyword;
    if (ts.isCallExpression(called) && !isSuper) return [['call removed', expression, 'void 0']];
  }
  return [];
};

/** All faults possible in some lines of a source text; types, imports and comments have none. */
export const mutantsOf = (file: string, text: string, lines: ReadonlySet<number>): Mutant[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    const faults = [
      ...(ts.isBinaryExpression(node) ? ofBinary(node) : []),
      ...ofLeaf(node),
      ...ofStatement(node),
    ];
    for (const [name, place, replacement] of faults) {
      const [start, end] = [place.getStart(source), place.getEnd()];
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const original = text.slice(start, end);
      if (lines.has(line)) found.push({ file, line, kind: name, start, end, original, replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** The source text with the fault. */
export const withMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);
