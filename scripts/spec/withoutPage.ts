/** Statements that the engine keeps and no page of the product uses yet, and what they wait for. */
export const withoutPage: Readonly<Record<string, string>> = {
  'B-5-004': 'no field has the rule for addresses yet',
  'B-5-006': 'no field has the rule for words yet',
  'B-5-007': 'no field has the rule against brackets yet',
};
