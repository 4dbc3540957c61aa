/** A value in BER: its tag, and what is in it. */
type Part = { tag: number; content: Buffer };

const tags = {
  integer: 0x02,
  octets: 0x04,
  boolean: 0x01,
  enumeration: 0x0a,
  sequence: 0x30,
  set: 0x31,
  controls: 0xa0,
};
/** Answers of a server (RFC 4511 §4) that its client waits for. */
const kinds = { 97: 'bound', 100: 'entry', 101: 'done', 115: 'reference', 120: 'extended' } as const;
export type AnswerKind = (typeof kinds)[keyof typeof kinds];
const pagedResults = '1.2.840.113556.1.4.319';

/** Where the content of the value at the start begins and ends; undefined until its length is there. */
const extent = (bytes: Buffer): { from: number; to: number } | undefined => {
  const [, first] = bytes;
  if (first === undefined) return undefined;
  if (first < 0x80) return { from: 2, to: 2 + first };
  const size = first & 0x7f;
  // No length is open or longer than four bytes in LDAP.
  if (size === 0 || size > 4) return { from: 2, to: Number.POSITIVE_INFINITY };
  return bytes.length < 2 + size ? undefined : { from: 2 + size, to: 2 + size + bytes.readUIntBE(2, size) };
};

/** How long the message is that begins here: undefined when that is not known yet, infinite when it is none. */
export const messageLength = (bytes: Buffer): number | undefined =>
  bytes.length > 0 && bytes[0] !== tags.sequence ? Number.POSITIVE_INFINITY : extent(bytes)?.to;

/** The values of which bytes consist, or none when they are not whole values one after another. */
const partsOf = (bytes: Buffer): Part[] | undefined => {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const rest = bytes.subarray(at);
    const place = extent(rest);
    const [tag = 0x1f] = rest;
    if (!place || place.to > rest.length || (tag & 0x1f) === 0x1f) return undefined;
    parts.push({ tag, content: rest.subarray(place.from, place.to) });
    at += place.to;
  }
  return parts;
};

const isNumber = (part: Part | undefined, tag: number): boolean =>
  part?.tag === tag && part.content.length >= 1 && part.content.length <= 4;
const isText = (part: Part | undefined): boolean => part?.tag === tags.octets;
const areTexts = (bytes: Buffer): boolean => partsOf(bytes)?.every(isText) ?? false;

const isResult = (bytes: Buffer): boolean => {
  const [code, name, text] = partsOf(bytes) ?? [];
  return isNumber(code, tags.enumeration) && isText(name) && isText(text);
};
const isAttribute = ({ tag, content }: Part): boolean => {
  const [name, values, ...more] = partsOf(content) ?? [];
  const isSet = values?.tag === tags.set && areTexts(values.content);
  return tag === tags.sequence && isText(name) && isSet && more.length === 0;
};
const isEntry = (bytes: Buffer): boolean => {
  const [name, attributes, ...more] = partsOf(bytes) ?? [];
  const isList =
    attributes?.tag === tags.sequence && partsOf(attributes.content)?.every(isAttribute) === true;
  return isText(name) && isList && more.length === 0;
};
const isControl = ({ tag, content }: Part): boolean => {
  const [name, ...rest] = partsOf(content) ?? [];
  const [value, ...more] =
    rest[0]?.tag === tags.boolean && rest[0].content.length === 1 ? rest.slice(1) : rest;
  return tag === tags.sequence && isText(name) && (!value || isText(value)) && more.length === 0;
};

const shapes: Record<AnswerKind, (bytes: Buffer) => boolean> = {
  bound: isResult,
  entry: isEntry,
  done: isResult,
  reference: areTexts,
  extended: isResult,
};

/** Whether a control says that another page follows. */
const leadsOn = ({ content }: Part): boolean => {
  const [name, ...values] = partsOf(content) ?? [];
  if (name?.content.toString('latin1') !== pagedResults) return false;
  const [page] = partsOf(values.at(-1)?.content ?? Buffer.alloc(0)) ?? [];
  return (partsOf(page?.content ?? Buffer.alloc(0))?.[1]?.content.length ?? 0) > 0;
};

/** An answer of a server; `isSuccess` of results, `hasMore` when another page follows. */
export type Answer = { kind: AnswerKind; isSuccess: boolean; hasMore: boolean };

/**
 * What a message is, or undefined when anything in it is not where it belongs. The library reads lengths
 * without comparing them, and never returns from an entry that claims more than it holds (docs/decisions/0490).
 */
export const answerIn = (message: Buffer): Answer | undefined => {
  const [whole, ...others] = partsOf(message) ?? [];
  if (whole?.tag !== tags.sequence || others.length > 0) return undefined;
  const [id, operation, controls, ...more] = partsOf(whole.content) ?? [];
  const kind = kinds[operation?.tag as keyof typeof kinds] as AnswerKind | undefined;
  if (!operation || !kind || !isNumber(id, tags.integer) || !shapes[kind](operation.content))
    return undefined;
  const listed = controls ? partsOf(controls.content) : [];
  if (controls && controls.tag !== tags.controls) return undefined;
  if (!listed?.every(isControl) || more.length > 0) return undefined;
  const isSuccess = (partsOf(operation.content)?.[0]?.content ?? [1]).every((byte) => byte === 0);
  return { kind, isSuccess, hasMore: listed.some(leadsOn) };
};
