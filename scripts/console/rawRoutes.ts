import ts from 'typescript';

const ADDRESS = /^(GET|POST|PUT|PATCH|DELETE|OPTIONS) (.*)$/s;

/** The text of a name as it stands in the source, with its `${…}` parts. */
const textOf = (name: ts.PropertyName): string | undefined => {
  if (ts.isStringLiteral(name) || ts.isNoSubstitutionTemplateLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const { expression } = name;
  if (ts.isStringLiteralLike(expression)) return expression.text;
  return ts.isTemplateExpression(expression) ? expression.getText().slice(1, -1) : undefined;
};

/**
 * The addresses of the product that a test answers by hand, as properties of the routes of its in-memory
 * server. What `answerTo`, `listOf` and `rowAt` answer
 * has its address from a declaration.
 */
export const rawRoutesIn = (file: string, text: string): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const address = textOf(node.name);
      const path = address === undefined ? undefined : ADDRESS.exec(address)?.[2];
      if (address !== undefined && path !== undefined && /^(\/api\/|\/kael\/|\$\{)/.test(path))
        found.push(address);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** A declared address; `:name` stands for one segment. */
const fits = (declared: string, address: string): boolean => {
  const [left, right] = [declared.split('/'), address.split('/')];
  return left.length === right.length && left.every((step, at) => step.startsWith(':') || step === right[at]);
};

/** Addresses written out in full that nothing declares; those with `${…}` parts are not looked at. */
export const undeclaredIn = (addresses: readonly string[], declared: readonly string[]): string[] =>
  addresses.filter((address) => !address.includes('${') && !declared.some((one) => fits(one, address)));
